import type { Palette } from './color.ts'
import type { LocalFormat } from './local-value.ts'
import type { TerminalWords } from './words.ts'

/** What people look at: how wide it is, what it can show, and how things are said there. */
export interface Screen {
  /** In cells; Infinity where nothing limits a line. */
  readonly width: number
  readonly isTerminal: boolean
  readonly unicode: boolean
  readonly palette: Palette
  readonly local: LocalFormat
  readonly words: TerminalWords
  /** The words of a header, title or label; a key without words is returned as it is. */
  readonly label: (key: string) => string
}
