import type { Language } from '../core/language.ts'
import type { topics as en } from './en/topics.ts'

export type Topics = typeof en

/** Loads the pages of `remite help TOPIC` in one language. */
export async function loadTopics(language: Language): Promise<Topics> {
  return language === 'es'
    ? (await import('./es/topics.ts')).topics
    : (await import('./en/topics.ts')).topics
}
