import type { Language } from '../core/language.ts'
import type { endpoints } from './en/endpoints.ts'

/** What is said about endpoints and their fields, by noun. Help, assistants and documents read it. */
export type EndpointMessages = typeof endpoints

export interface EndpointWords {
  summary: string
  description?: string
}

export async function loadEndpointMessages(language: Language): Promise<EndpointMessages> {
  return language === 'es'
    ? (await import('./es/endpoints.ts')).endpoints
    : (await import('./en/endpoints.ts')).endpoints
}

/** By the noun and verb of the contract. */
export function wordsOf({ nouns }: EndpointMessages, noun: string, verb: string): EndpointWords {
  const words = verbsOf(nouns, noun)[verb]
  if (!words) throw new Error(`no words for ${noun} ${verb}`)
  return words
}

/** One sentence about a field, by its name on the wire. */
export const fieldWords = (
  { nouns, sharedFields }: EndpointMessages,
  noun: string,
  name: string,
): string | undefined => fieldsOf(nouns, noun)[name] ?? lookUp(sharedFields, name)

type Nouns = EndpointMessages['nouns']
type Words = Record<string, string | undefined>

const isNoun = (nouns: Nouns, name: string): name is keyof Nouns => Object.hasOwn(nouns, name)

const verbsOf = (nouns: Nouns, noun: string): Record<string, EndpointWords | undefined> =>
  isNoun(nouns, noun) ? nouns[noun].verbs : {}

const fieldsOf = (nouns: Nouns, noun: string): Words =>
  isNoun(nouns, noun) ? nouns[noun].fields : {}

const lookUp = (words: Words, name: string): string | undefined => words[name]
