import type { Language } from '../core/language.ts'
import type { en } from './en/index.ts'

export type Messages = typeof en

/** Loads one language alone: at the command line start-up time matters. */
export async function loadMessages(language: Language): Promise<Messages> {
  return language === 'es' ? (await import('./es/index.ts')).es : (await import('./en/index.ts')).en
}
