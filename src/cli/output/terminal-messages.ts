import type { Language } from '../../core/language.ts'
import { terminal as en } from '../../messages/en/terminal.ts'
import { terminal as es } from '../../messages/es/terminal.ts'

export const terminalMessages: Record<Language, TerminalMessages> = { en, es }
export type TerminalMessages = typeof en
