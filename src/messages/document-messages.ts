import type { FailureCode } from '../core/failure.ts'
import { type EndpointMessages, fieldMessage, messageOf } from './endpoints.ts'
import { fill } from './fill.ts'
import type { Messages } from './index.ts'

/** The texts of the OpenAPI document, in the language of the given messages. */
export const documentMessages = (
  { failures, reference }: Messages,
  endpoints: EndpointMessages,
) => ({
  ...reference,
  endpoint: (noun: string, verb: string) => messageOf(endpoints, noun, verb),
  field: (noun: string, name: string) => fieldMessage(endpoints, noun, name),
  failure: (code: FailureCode) => fill(failures[code].sentence),
})
