import type { Problem, Values } from '../core/failure.ts'
import { type ProblemCode, problemCodes } from '../core/problem-codes.ts'
import { stripControls } from '../core/safe-text.ts'
import { type Data, isData, readContent } from './tolerant-reader.ts'

/** The maximum length of a foreign message in one of our sentences. */
const maxMessageLength = 300

interface ErrorBody {
  code?: string | undefined
  /** The code comes from a field named `code`, not from another text. */
  hasCode: boolean
  message?: string | undefined
  requestId?: string | undefined
  problems: Problem[]
  values: Values
}

/**
 * Reads problem+json, `{error: 'x'}`, `{error: {…}}`, `{message}` (one or several), `{errors:
 * […]}`, HTML and empty bodies.
 */
export function readErrorBody(text: string, status: number): ErrorBody {
  const content = readContent(text)
  if (content.kind === 'text') {
    return { hasCode: false, message: clean(content.text), problems: [], values: {} }
  }
  const body = content.kind === 'json' && isData(content.value) ? content.value : {}
  const inner = isData(body.error) ? body.error : {}
  const errors: unknown[] = [body.errors, inner.errors].find(Array.isArray) ?? []
  const own = codeIn(body.code, status) ?? codeIn(inner.code, status)
  const message = [messageIn(body, inner), fieldMessagesIn(body, errors)]
    .filter(Boolean)
    .join(' – ')
  return {
    code: own ?? codeIn(body.error, status) ?? codeIn(firstCode(errors), status),
    hasCode: own !== undefined,
    message: message === '' ? undefined : clean(message),
    requestId: textIn(body.request_id),
    problems: errors.flatMap((error) => ourProblem(error) ?? []),
    values: valuesIn(body.values),
  }
}

const clean = (text: string): string => stripControls(text).trim().slice(0, maxMessageLength)

const textIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? clean(String(value))
    : undefined

/** A code is one word. A number that repeats the status is not a code. */
function codeIn(value: unknown, status: number): string | undefined {
  const text = textIn(value)
  return text !== undefined && text !== String(status) && /^[\w.:-]{1,100}$/.test(text)
    ? text
    : undefined
}

const firstCode = ([first]: unknown[]): unknown => (isData(first) ? first.code : undefined)

const messageIn = (body: Data, inner: Data): string | undefined =>
  [body.detail, body.message, inner.message, body.error_description, body.error, body.title]
    .map((text) => [text].flat().map(textIn).filter(Boolean).join('; '))
    .find(Boolean)

/**
 * Returns the messages of single fields, except for the problems that have a sentence of our own.
 */
function fieldMessagesIn(body: Data, errors: unknown[]): string {
  const fields = isData(body.errors) ? Object.entries(body.errors) : [] // {email: ['is taken']}
  return [
    ...errors.filter((error) => !ourProblem(error)).map(lineOf),
    ...fields.map(([field, text]) => `${field}: ${[text].flat().map(textIn).join(', ')}`),
  ]
    .filter(Boolean)
    .join('; ')
}

function lineOf(error: unknown): string | undefined {
  if (!isData(error)) return textIn(error)
  const field = textIn(error.field ?? error.path)
  const text = textIn(error.message ?? error.detail ?? error.code)
  return field && text ? `${field}: ${text}` : text
}

function ourProblem(error: unknown): Problem | undefined {
  if (!isData(error) || typeof error.field !== 'string') return undefined
  const code = problemCodes.find((known): known is ProblemCode => known === error.code)
  const message = textIn(error.message)
  const values = valuesIn(error.values)
  return (
    code && {
      field: clean(error.field),
      code,
      ...(message && { message }),
      ...(Object.keys(values).length > 0 && { values }),
    }
  )
}

function valuesIn(value: unknown): Values {
  const values: Values = {}
  for (const [name, each] of Object.entries(isData(value) ? value : {})) {
    if (typeof each === 'number') values[name] = each
    if (typeof each === 'string') values[name] = clean(each)
  }
  return values
}
