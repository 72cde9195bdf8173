import type { ColorChoice } from '../../config/choices.ts'

export interface ColorEnvironment {
  readonly NO_COLOR?: string | undefined
  readonly FORCE_COLOR?: string | undefined
  readonly TERM?: string | undefined
}

/** Whether to colour one stream: flag, then FORCE_COLOR, then NO_COLOR, then what the stream is. */
export function chooseColor(
  choice: ColorChoice,
  { env, isTerminal }: { env: ColorEnvironment; isTerminal: boolean },
): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR || env.TERM === 'dumb') return false
  return isTerminal
}

export const meanings = ['error', 'warning', 'success', 'dim', 'bold', 'heading', 'value'] as const
export type Meaning = (typeof meanings)[number]

/** Colour by what a text means, so that no other file names a colour. */
export type Palette = Readonly<Record<Meaning, (text: string) => string>>

const plain = (text: string): string => text

export const plainPalette: Palette = {
  error: plain,
  warning: plain,
  success: plain,
  dim: plain,
  bold: plain,
  heading: plain,
  value: plain,
}

/** chalk is loaded only when something is coloured. */
export async function loadPalette(isColored: boolean): Promise<Palette> {
  return isColored ? (await import('./chalk-palette.ts')).chalkPalette : plainPalette
}
