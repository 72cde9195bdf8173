import { fontOf, messageFonts } from '../../core/mail/message-fonts.ts'
import { normalColor, readableOn, textOn } from '../color.ts'

/** The brand of an account, as far as messages show it. */
export interface MessageBrand {
  name: string
  logoUrl: string | null
  color: string | null
  /** The name of a font. */
  font: string | null
  site: string | null
}

/** The colours, the font and the width of a message. Widths are in pixels. */
export interface Theme {
  /** The colour of the brand, for buttons and coloured sections. */
  accent: string
  /** Text on the accent colour. */
  onAccent: string
  /** Links on paper. */
  link: string
  font: string
  /** The width of the content. */
  width: number
  brand: MessageBrand
}

/** The colours of every message in both colour schemes. */
export const lightColors = {
  page: '#f4f5f7',
  paper: '#ffffff',
  ink: '#1f2328',
  quiet: '#59636e',
  rule: '#d9dde2',
} as const
export const darkColors = {
  page: '#121417',
  paper: '#1c1f23',
  ink: '#f0f2f5',
  quiet: '#b3bac3',
  rule: '#454b53',
} as const

const defaultAccent = '#0b57d0'
export const defaultWidth = 600

export function createTheme(brand: MessageBrand, width: number = defaultWidth): Theme {
  const accent = normalColor(brand.color ?? defaultAccent)
  return {
    ...{ accent, brand, width },
    onAccent: textOn(accent),
    link: readableOn(accent, [lightColors.paper, lightColors.page]),
    font: fontOf(brand) ?? messageFonts.Arial,
  }
}

/** The colour of links in the dark scheme. */
export const darkLink = ({ accent }: Theme): string => readableOn(accent, [darkColors.paper])
