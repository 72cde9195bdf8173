import { type Problem, type ProblemCode, problemCodes, type Values } from '../core/failure.ts'
import { stripControls } from '../core/safe-text.ts'
import { type Data, isData, readContent } from './tolerant.ts'

/** As much of a stranger's words as fits into a sentence. */
const longestMessage = 300

export interface ErrorBody {
  code?: string | undefined
  /** The code stands in a field named so, not only as a word in another. */
  hasCode: boolean
  message?: string | undefined
  requestId?: string | undefined
  problems: Problem[]
  values: Values
}

/** Reads problem+json, `{error: 'x'}`, `{error: {…}}`, `{message}` (one or several), `{errors: […]}`, HTML, nothing. */
export function readErrorBody(text: string, status: number): ErrorBody {
  const content = readContent(text)
  if (content.kind === 'text') {
    return { hasCode: false, message: clean(content.text), problems: [], values: {} }
  }
  const body = content.kind === 'json' && isData(content.value) ? content.value : {}
  const inner = isData(body.error) ? body.error : {}
  const errors: unknown[] = [body.errors, inner.errors].find(Array.isArray) ?? []
  const own = codeIn(body.code, status) ?? codeIn(inner.code, status)
  const message = [saidIn(body, inner), listedIn(body, errors)].filter(Boolean).join(' – ')
  return {
    code: own ?? codeIn(body.error, status) ?? codeIn(firstCode(errors), status),
    hasCode: own !== undefined,
    message: message === '' ? undefined : clean(message),
    requestId: wordsIn(body.request_id),
    problems: errors.flatMap((error) => ourProblem(error) ?? []),
    values: valuesIn(body.values),
  }
}

const clean = (text: string): string => stripControls(text).trim().slice(0, longestMessage)

const wordsIn = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'
    ? clean(String(value))
    : undefined

/** A code is one word; a number that only repeats the status is none. */
function codeIn(value: unknown, status: number): string | undefined {
  const text = wordsIn(value)
  return text !== undefined && text !== String(status) && /^[\w.:-]{1,100}$/.test(text)
    ? text
    : undefined
}

const firstCode = ([first]: unknown[]): unknown => (isData(first) ? first.code : undefined)

const saidIn = (body: Data, inner: Data): string | undefined =>
  [body.detail, body.message, inner.message, body.error_description, body.error, body.title]
    .map((said) => [said].flat().map(wordsIn).filter(Boolean).join('; '))
    .find(Boolean)

/** What is listed field by field, but for the problems that our own sentences say. */
function listedIn(body: Data, errors: unknown[]): string {
  const fields = isData(body.errors) ? Object.entries(body.errors) : [] // {email: ['is taken']}
  return [
    ...errors.filter((error) => !ourProblem(error)).map(lineOf),
    ...fields.map(([field, said]) => `${field}: ${[said].flat().map(wordsIn).join(', ')}`),
  ]
    .filter(Boolean)
    .join('; ')
}

function lineOf(error: unknown): string | undefined {
  if (!isData(error)) return wordsIn(error)
  const place = wordsIn(error.field ?? error.path)
  const said = wordsIn(error.message ?? error.detail ?? error.code)
  return place && said ? `${place}: ${said}` : said
}

function ourProblem(error: unknown): Problem | undefined {
  if (!isData(error) || typeof error.field !== 'string') return undefined
  const code = problemCodes.find((known): known is ProblemCode => known === error.code)
  const message = wordsIn(error.message)
  return code && { field: clean(error.field), code, ...(message && { message }) }
}

function valuesIn(value: unknown): Values {
  const values: Values = {}
  for (const [name, each] of Object.entries(isData(value) ? value : {})) {
    if (typeof each === 'number') values[name] = each
    if (typeof each === 'string') values[name] = clean(each)
  }
  return values
}
