import type { Palette } from './color.ts'
import type { LocalFormat } from './local-value.ts'
import type { TerminalMessages } from './terminal-messages.ts'

/** The properties of the output device. */
export interface Screen {
  /** The width in cells; Infinity if lines are not limited. */
  readonly width: number
  /** The same, or Infinity with `--wide`. */
  readonly tableWidth: number
  readonly isTerminal: boolean
  readonly unicode: boolean
  /** Pages and addresses become links. */
  readonly hasLinks: boolean
  readonly palette: Palette
  readonly local: LocalFormat
  readonly messages: TerminalMessages
  /** Returns the message of a header, title or label, or the key if there is none. */
  readonly label: (key: string) => string
}
