import type { FailureCode } from '../core/failure.ts'
import { type EndpointMessages, fieldWords, wordsOf } from './endpoints.ts'
import { fill } from './fill.ts'
import type { Messages } from './index.ts'

/** The words of the OpenAPI document, in the language of what is handed in. */
export const documentWords = ({ failures, reference }: Messages, endpoints: EndpointMessages) => ({
  ...reference,
  endpoint: (noun: string, verb: string) => wordsOf(endpoints, noun, verb),
  field: (noun: string, name: string) => fieldWords(endpoints, noun, name),
  failure: (code: FailureCode) => fill(failures[code].sentence),
})
