import type { Language } from '../core/language.ts'
import type { en } from './en/index.ts'

export type Messages = typeof en

/** Loads one language only: start-up time matters at the command line. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'es' ? (await import('./es/index.ts')).es : (await import('./en/index.ts')).en
}
