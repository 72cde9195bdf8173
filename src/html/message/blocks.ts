import { escapeHtml } from '../html.ts'
import { button } from './button.ts'
import {
  columnWidth,
  divider,
  fullWidth,
  heading,
  image,
  link,
  list,
  paragraph,
  quote,
  space,
} from './elements.ts'
import { columns, section, sidePadding } from './tables.ts'
import { lightColors, type Theme } from './theme.ts'

/** The sample texts of the blocks. */
export interface BlockTexts {
  heading: string
  text: string
  button: string
  listItem: string
  quote: string
  author: string
  productName: string
  price: string
  buy: string
  heroHeading: string
  heroText: string
  unsubscribe: string
  preferences: string
  viewOnline: string
}

export const blockIds = [
  'heading',
  'text',
  'image',
  'button',
  'list',
  'quote',
  'divider',
  'space',
  'two-columns',
  'three-columns',
  'image-text',
  'header',
  'hero',
  'product',
  'social',
  'footer',
  'html',
] as const
export type BlockId = (typeof blockIds)[number]

interface Place {
  theme: Theme
  texts: BlockTexts
  /** The width of the content at the place, in pixels. */
  width: number
}

/** Blocks that are content: of a section of their own, or of the column that they are added to. */
const contents: Partial<Record<BlockId, (place: Place) => string>> = {
  heading: ({ theme, texts }) => heading(theme, texts.heading),
  text: ({ theme, texts }) => paragraph(theme, texts.text),
  image: ({ theme, width }) => image(theme, { width }),
  button: ({ theme, texts }) => button(theme, { label: texts.button }),
  list: ({ theme, texts }) => list(theme, [texts.listItem, texts.listItem]),
  quote: ({ theme, texts }) => quote(theme, texts.quote, texts.author),
  divider: () => divider(),
  space: () => space(),
  product: ({ theme, texts, width }) =>
    product(theme, { name: texts.productName, price: texts.price, buy: texts.buy, width }),
  html: () => '<p style="margin:0">&lt;html&gt;</p>',
}

/** Blocks that are a whole section. */
const sections: Partial<Record<BlockId, (theme: Theme, texts: BlockTexts) => string>> = {
  'two-columns': (theme, texts) => columns(Array(2).fill(paragraph(theme, texts.text)), theme),
  'three-columns': (theme, texts) => columns(Array(3).fill(paragraph(theme, texts.text)), theme),
  'image-text': (theme, texts) =>
    columns(
      [
        image(theme, { width: columnWidth(theme, 2) }),
        [
          heading(theme, texts.heading, { level: 3 }),
          paragraph(theme, texts.text),
          button(theme, { label: texts.button }),
        ].join(''),
      ],
      theme,
    ),
  header: (theme) => header(theme),
  hero: (theme, { heroHeading, heroText, button: label }) =>
    hero(theme, { title: heroHeading, text: heroText, label }),
  social: (theme) => social(theme),
  footer: (theme, texts) => footer(theme, texts),
}

export const isContent = (id: BlockId): boolean => id in contents

/** Returns a block as a section of its own. */
export function blockSection(id: BlockId, theme: Theme, texts: BlockTexts): string {
  const whole = sections[id]
  if (whole) return whole(theme, texts)
  const content = contents[id]?.({ theme, texts, width: fullWidth(theme) }) ?? ''
  return id === 'html'
    ? section(content).replace('rm-section', 'rm-section rm-html')
    : section(content)
}

/** Returns the content of a block for a column. */
export const blockContent = (id: BlockId, place: Place): string => contents[id]?.(place) ?? ''

/** The logo, or the name where there is none. */
export function header(theme: Theme): string {
  const { logoUrl, name, site } = theme.brand
  if (logoUrl === null && name !== '') {
    const title = site === null ? escapeHtml(name) : siteLink(theme, escapeHtml(name), site)
    return section(heading(theme, title, { align: 'center' }), { padding: '24px 24px 8px' })
  }
  const href = site === null ? {} : { href: site }
  const logo = image(theme, { width: 160, src: logoUrl ?? '', alt: name, ...href })
  return section(logo, { padding: '24px 24px 8px' })
}

const siteLink = (theme: Theme, label: string, href: string): string =>
  link(theme, label, href).replace('text-decoration:underline', 'text-decoration:none')

interface HeroText {
  title: string
  text: string
  label: string
}

/** A large heading with a text and a button, on the colour of the brand. */
export function hero(theme: Theme, { title, text, label }: HeroText): string {
  const color = theme.onAccent
  const content = [
    heading(theme, title, { level: 1, color, align: 'center' }),
    paragraph(theme, text, { size: 18, color, align: 'center' }),
    button(theme, { label, align: 'center', isReversed: true }),
  ].join('')
  return section(content, {
    padding: `40px ${sidePadding}px 24px`,
    background: theme.accent,
    align: 'center',
  })
}

interface Product {
  name: string
  price: string
  buy: string
  width: number
}

export const product = (theme: Theme, { name, price, buy, width }: Product): string =>
  [
    image(theme, { width }),
    heading(theme, name, { level: 3, align: 'center' }),
    paragraph(theme, price, { align: 'center' }),
    button(theme, { label: buy, align: 'center' }),
  ].join('')

const networks = ['Instagram', 'Facebook', 'LinkedIn', 'YouTube']

export function social(theme: Theme): string {
  const links = networks.map((name) => link(theme, name, ''))
  return section(paragraph(theme, links.join(' &nbsp;·&nbsp; '), { align: 'center', size: 14 }))
}

/** Who sends the message, from where, and how to leave: the law of most countries asks for it. */
export function footer(
  theme: Theme,
  {
    unsubscribe,
    preferences,
    viewOnline,
  }: Pick<BlockTexts, 'unsubscribe' | 'preferences' | 'viewOnline'>,
): string {
  const links = [
    link(theme, unsubscribe, '{{ unsubscribe_url }}', { isQuiet: true }),
    link(theme, preferences, '{{ subscription_url }}', { isQuiet: true }),
    link(theme, viewOnline, '{{ web_url }}', { isQuiet: true }),
  ].join(' &nbsp;·&nbsp; ')
  const style = { isQuiet: true, align: 'center' } as const
  const page = lightColors.page
  return section(
    [
      paragraph(theme, '{{ sender_name }}<br>{{ postal_address }}', style),
      paragraph(theme, links, style),
    ].join(''),
    { padding: `24px ${sidePadding}px 8px`, background: page, align: 'center' },
  ).replace('rm-section', 'rm-section rm-ground')
}
