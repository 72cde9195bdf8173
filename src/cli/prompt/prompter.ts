import type { Readable, Writable } from 'node:stream'
import type { Language } from '../../core/language.ts'
import type { Palette } from '../output/color.ts'
import { terminalMessages } from '../output/terminal-messages.ts'

/** The streams and the style of the prompts. */
export interface Prompter {
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; columns?: number }
  readonly noInput: boolean
  readonly language: Language
  /** For standard error. */
  readonly palette: Palette
  readonly unicode: boolean
  /** Aborts when the run is stopped by a signal. */
  readonly stopped?: AbortSignal
}

export const messagesOf = ({ language }: Pick<Prompter, 'language'>) => terminalMessages[language]
