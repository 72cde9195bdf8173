import { type Failure, failureTable } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'

/** A body of a few megabytes may have a problem in each of its values. */
const maxErrors = 1000

interface ProblemContext {
  language: Language
  requestId: string
  /** Whether the route is for people without an account. */
  isVisitor: boolean
}

/** Builds application/problem+json (RFC 9457). `code` is stable; the texts are translated. */
export function problemOf(failure: Failure, { language, requestId, isVisitor }: ProblemContext) {
  const { failures, visitorFailures, problems, references } = messages[language]
  const reasons: Record<string, { sentence: string }> = references.reasons
  const text = {
    ...failures,
    ...(isVisitor && visitorFailures),
  }[failure.code]
  const { status } = failureTable[failure.code]
  const { values = {}, problems: found = [] } = failure.details
  return {
    type: 'about:blank',
    title: text.title,
    status: status === 0 ? 500 : status,
    detail: fill((reasons[String(values.reason)] ?? text).sentence, values),
    code: failure.code,
    request_id: requestId,
    ...(Object.keys(values).length > 0 && { values }),
    errors: found.slice(0, maxErrors).map(({ field, code, values: limits = {} }) => ({
      field,
      code,
      message: fill(problems[code], limits),
      ...(Object.keys(limits).length > 0 && { values: limits }),
    })),
  }
}
