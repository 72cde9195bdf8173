import type { ColorChoice } from '../../config/choices.ts'

interface ColorEnvironment {
  readonly NO_COLOR?: string | undefined
  readonly FORCE_COLOR?: string | undefined
  readonly TERM?: string | undefined
}

/**
 * Decides whether to color a stream: by flag, FORCE_COLOR, NO_COLOR, then by the kind of stream.
 */
export function chooseColor(
  choice: ColorChoice,
  { env, isTerminal }: { env: ColorEnvironment; isTerminal: boolean },
): boolean {
  if (choice !== 'auto') return choice === 'always'
  if (env.FORCE_COLOR) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false'
  if (env.NO_COLOR || env.TERM === 'dumb') return false
  return isTerminal
}

const meanings = ['error', 'warning', 'success', 'dim', 'bold', 'heading', 'value'] as const
type Meaning = (typeof meanings)[number]

/** Colors by meaning, so that no other file names a color. */
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

/** Loads chalk only if output is colored. */
export async function loadPalette(isColored: boolean): Promise<Palette> {
  return isColored ? (await import('./chalk-palette.ts')).chalkPalette : plainPalette
}
