import { check } from '../../contract/check.ts'
import type { Body, CheckedRow, Endpoint, Shape } from '../../contract/endpoint.ts'
import { paramsOf } from '../../contract/path.ts'
import { passesPlainly } from '../../contract/plain-check.ts'
import { fromText } from '../../contract/text.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { FormFields } from './page.ts'

export interface Places {
  params: Record<string, string>
  query: Record<string, string | string[]>
  body: unknown
}

/**
 * Path, query and body, each checked by its own schema and only then merged: a `?id=` in the query
 * can never stand in for the id of the path.
 */
export function readInput(endpoint: Endpoint, { params, query, body }: Places) {
  const shape = paramsOf(endpoint.path)
  const path = check(shape, fromText(shape, params))
  if ('problems' in path) throw new Failure('not_found')
  const problems: Problem[] = []
  const read = (checked: ReturnType<typeof check>): object => {
    if ('value' in checked) return checked.value as object // every place is an object shape
    problems.push(...checked.problems)
    return {}
  }
  // Unknown words of a query are left alone (tracking parameters, cache busters); those of a body not.
  const known = Object.fromEntries(
    Object.entries(query).filter(([name]) => name in endpoint.query.shape),
  )
  const asked = read(check(endpoint.query, fromText(endpoint.query, known)))
  const sent = read(readBody(endpoint.body, body))
  if (problems.length > 0) throw new Failure('invalid', { problems })
  return { ...sent, ...asked, ...path.value }
}

function readBody(declared: Body, body: unknown): ReturnType<typeof check> {
  if (declared.kind === 'json') {
    const given = body ?? {}
    return check(
      declared.schema,
      declared.form && isForm(given) ? fromForm(declared.schema, given) : given,
    )
  }
  if (declared.kind === 'rows') return readRows(declared, body)
  return { value: {} }
}

/** A form as the body parser left it: text values alone, several under one name as an array. */
export class Form {
  readonly fields: FormFields
  constructor(text: string) {
    const sent = new Map<string, string[]>()
    // Not `getAll` for each name: it looks through all of them, and there may be very many.
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

const isForm = (body: unknown): body is Form => body instanceof Form

const fromForm = (schema: Shape, form: Form) => fromText(schema, form.fields)

type Rows = Extract<Body, { kind: 'rows' }>

function readRows({ key, row, rest, max }: Rows, body: unknown): ReturnType<typeof check> {
  const given = isRecord(body) ? body : {}
  const many = given[key]
  if (many === undefined) {
    const single = check(row, given)
    const others = check(rest, {})
    if ('problems' in single) return single
    return 'problems' in others
      ? others
      : { value: { ...others.value, [key]: [{ row: single.value }], single: true } }
  }
  if (!Array.isArray(many)) return { problems: [{ field: key, code: 'wrong_type' }] }
  if (many.length > max)
    return { problems: [{ field: key, code: 'too_many', values: { limit: max } }] }
  const { [key]: _, ...beside } = given
  const others = check(rest, beside)
  if ('problems' in others) return others
  return {
    value: { ...others.value, [key]: many.map((each) => checkRow(row, each)), single: false },
  }
}

function checkRow(shape: Shape, value: unknown): CheckedRow<unknown> {
  if (passesPlainly(shape, value)) return { row: value }
  const checked = check(shape, value)
  return 'value' in checked ? { row: checked.value } : { ...checked, given: value }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
