import type { Language } from '../core/language.ts'
import type { endpoints } from './en/endpoints.ts'

/** Descriptions of endpoints and their fields, by noun, for help, assistants and documents. */
export type EndpointMessages = typeof endpoints

interface EndpointMessage {
  summary: string
  description?: string
}

export async function loadEndpointMessages(language: Language): Promise<EndpointMessages> {
  return language === 'es'
    ? (await import('./es/endpoints.ts')).endpoints
    : (await import('./en/endpoints.ts')).endpoints
}

/** The description of an endpoint, by the noun and verb of the contract. */
export function messageOf(
  { nouns }: EndpointMessages,
  noun: string,
  verb: string,
): EndpointMessage {
  const message = verbsOf(nouns, noun)[verb]
  if (!message) throw new Error(`no description of ${noun} ${verb}`)
  return message
}

/** The description of a field, by its name on the wire. */
export const fieldMessage = (
  { nouns, sharedFields }: EndpointMessages,
  noun: string,
  name: string,
): string | undefined => fieldsOf(nouns, noun)[name] ?? lookUp(sharedFields, name)

type Nouns = EndpointMessages['nouns']
type FieldMessages = Record<string, string | undefined>

const isNoun = (nouns: Nouns, name: string): name is keyof Nouns => Object.hasOwn(nouns, name)

const verbsOf = (nouns: Nouns, noun: string): Record<string, EndpointMessage | undefined> =>
  isNoun(nouns, noun) ? nouns[noun].verbs : {}

const fieldsOf = (nouns: Nouns, noun: string): FieldMessages =>
  isNoun(nouns, noun) ? nouns[noun].fields : {}

const lookUp = (fields: FieldMessages, name: string): string | undefined => fields[name]
