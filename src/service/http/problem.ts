import { type Failure, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'

/** A body of a few megabytes may have a problem in each of its values. */
const maxErrors = 1000

/** Builds application/problem+json (RFC 9457). `code` is stable; the texts are translated. */
export function problemOf(failure: Failure, language: Language, requestId: string) {
  const { failures, problems } = messages[language]
  const { status } = failureTable[failure.code]
  const { values = {}, problems: found = [] } = failure.details
  return {
    type: 'about:blank',
    title: failures[failure.code].title,
    status: status === 0 ? 500 : status,
    detail: fill(failures[failure.code].sentence, values),
    code: failure.code,
    request_id: requestId,
    ...(Object.keys(values).length > 0 && { values }),
    errors: found.slice(0, maxErrors).map(({ field, code, values: limits = {} }) => ({
      field,
      code,
      message: fill(problems[code], limits),
    })),
  }
}
