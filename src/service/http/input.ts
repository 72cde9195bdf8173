import { check } from '../../contract/check.ts'
import type { Body, CheckedRow, Endpoint, Shape } from '../../contract/endpoint.ts'
import { paramsOf } from '../../contract/path.ts'
import { passesPlainly } from '../../contract/plain-check.ts'
import { fromText } from '../../contract/text.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { FormFields } from './page.ts'

interface RequestParts {
  params: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * Validates path, query and body by their own schemas, and only then merges them, so that a `?id=`
 * in the query never replaces the id in the path.
 */
export function readInput(endpoint: Endpoint, { params, query, body }: RequestParts) {
  const shape = paramsOf(endpoint.path)
  const path = check(shape, fromText(shape, params))
  if ('problems' in path) throw new Failure('not_found')
  const problems: Problem[] = []
  const read = (checked: ReturnType<typeof check>): object => {
    if ('value' in checked) return checked.value as object // each schema is an object
    // Not spread: there may be more than the stack has space for.
    for (const problem of checked.problems) problems.push(problem)
    return {}
  }
  // Unknown query parameters (tracking, cache busters) are ignored. Unknown properties of a body
  // are not.
  const known = Object.fromEntries(
    Object.entries(query).filter(([name]) => name in endpoint.query.shape),
  )
  const queryValues = read(check(endpoint.query, fromText(endpoint.query, known)))
  const sent = read(readBody(endpoint.body, body))
  if (problems.length > 0) throw new Failure('invalid', { problems })
  return { ...sent, ...queryValues, ...path.value }
}

function readBody(declared: Body, body: unknown): ReturnType<typeof check> {
  if (declared.kind === 'json') {
    const input = body ?? {}
    return check(
      declared.schema,
      declared.form && isForm(input) ? fromForm(declared.schema, input) : input,
    )
  }
  if (declared.kind === 'rows') return readRows(declared, body)
  return { value: {} }
}

/** The most fields of a form. The largest has a field for each of its list, with a few values. */
const maxFormFields = 1000
/** The largest form is the API's, with long texts in all fields. */
const maxFormLength = 256 * 1024

/** A parsed form body. All values are texts, and several of one name are an array. */
export class Form {
  readonly fields: FormFields
  constructor(text: string) {
    if (text.length > maxFormLength || hasMoreFields(text, maxFormFields)) {
      throw new Failure('body_too_large')
    }
    const sent = new Map<string, string[]>()
    // Not `getAll` per name: it searches the whole form.
    for (const [name, value] of new URLSearchParams(text)) {
      const values = sent.get(name)
      if (values) values.push(value)
      else sent.set(name, [value])
    }
    this.fields = Object.fromEntries(
      [...sent].map(([name, [value = '', ...more]]) => [
        name,
        more.length > 0 ? [value, ...more] : value,
      ]),
    )
  }
}

function hasMoreFields(text: string, max: number): boolean {
  let index = -1
  for (let count = 1; count <= max; count += 1) {
    index = text.indexOf('&', index + 1)
    if (index === -1) return false
  }
  return true
}

const isForm = (body: unknown): body is Form => body instanceof Form

const fromForm = (schema: Shape, form: Form) => fromText(schema, form.fields)

type Rows = Extract<Body, { kind: 'rows' }>

function readRows({ key, row, rest, max }: Rows, body: unknown): ReturnType<typeof check> {
  const input = isRecord(body) ? body : {}
  const rows = input[key]
  if (rows === undefined) {
    const single = check(row, input)
    const checkedRest = check(rest, {})
    if ('problems' in single) return single
    return 'problems' in checkedRest
      ? checkedRest
      : { value: { ...checkedRest.value, [key]: [{ row: single.value }], single: true } }
  }
  if (!Array.isArray(rows)) return { problems: [{ field: key, code: 'wrong_type' }] }
  if (rows.length > max)
    return { problems: [{ field: key, code: 'too_many', values: { limit: max } }] }
  const { [key]: _, ...otherProperties } = input
  const checkedRest = check(rest, otherProperties)
  if ('problems' in checkedRest) return checkedRest
  return {
    value: { ...checkedRest.value, [key]: rows.map((each) => checkRow(row, each)), single: false },
  }
}

function checkRow(shape: Shape, value: unknown): CheckedRow<unknown> {
  if (passesPlainly(shape, value)) return { row: value }
  const checked = check(shape, value)
  return 'value' in checked ? { row: checked.value } : { ...checked, given: value }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
