import type * as z from 'zod'
import type { Problem, ProblemCode, Values } from '../core/failure.ts'
import { isStorable } from './storable.ts'

export type Checked<T> = { value: T } | { problems: readonly Problem[] }

/**
 * Checks a value against a shape and says what is wrong in our own codes. Text with U+0000 (SQLite
 * cuts there, PostgreSQL refuses) or half a surrogate pair is refused wherever it stands.
 */
export function check<S extends z.ZodType>(schema: S, value: unknown): Checked<z.output<S>> {
  const unstorable = unstorableParts(value)
  if (unstorable.length > 0) return { problems: unstorable }
  const parsed = schema.safeParse(value, { reportInput: true })
  return parsed.success
    ? { value: parsed.data }
    : { problems: parsed.error.issues.flatMap((issue) => problemsOf(issue)) }
}

type Issue = z.core.$ZodIssue
type Place = readonly PropertyKey[]

const dotted = (path: Place): string => path.map(String).join('.')

const problem = (path: Place, code: ProblemCode, values?: Values): Problem =>
  values ? { field: dotted(path), code, values } : { field: dotted(path), code }

function problemsOf(issue: Issue): Problem[] {
  if (issue.code !== 'custom' && issue.input === undefined) return [problem(issue.path, 'required')]
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => problem([...issue.path, key], 'unknown_field'))
    case 'too_small':
      return [problem(issue.path, tooSmall(issue.origin), { limit: Number(issue.minimum) })]
    case 'too_big':
      return [problem(issue.path, tooBig(issue.origin), { limit: Number(issue.maximum) })]
    case 'invalid_value':
      return [notAChoice(issue.path, issue.values)]
    case 'invalid_format':
      return [problem(issue.path, issue.format === 'datetime' ? 'bad_time' : 'bad_pattern')]
    case 'invalid_key':
      return [problem(issue.path, 'bad_pattern')]
    case 'invalid_union':
      return unionProblems(issue)
    case 'custom':
      return [problem(issue.path, ...madeWith(issue.params))]
    default:
      return [problem(issue.path, 'wrong_type')]
  }
}

const notAChoice = (path: Place, choices: readonly unknown[] = []): Problem =>
  problem(path, 'not_a_choice', { choices: choices.map(String).join(', ') })

/** Of a union of objects, what is wrong with the branch that was most likely meant. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion): Problem[] {
  const { path, errors } = issue
  if ('options' in issue) return [notAChoice(path, issue.options)]
  const [closest] = errors
    .filter((issues) => issues.every((issue) => isInside(issue.code, issue.path)))
    .map((issues) => issues.flatMap((issue) => problemsOf(issue)))
    .sort((one, other) => one.length - other.length)
  return closest?.map((inner) => within(path, inner)) ?? [problem(path, 'wrong_type')]
}

const isInside = (code: Issue['code'], path: Place): boolean =>
  path.length > 0 || code === 'unrecognized_keys'

const within = (path: Place, inner: Problem): Problem => ({
  ...inner,
  field: [dotted(path), inner.field].filter((part) => part !== '').join('.'),
})

const tooSmall = (origin: string): ProblemCode =>
  origin === 'string'
    ? 'too_short'
    : origin === 'array' || origin === 'set'
      ? 'too_few'
      : 'too_small'

const tooBig = (origin: string): ProblemCode =>
  origin === 'string'
    ? 'too_long'
    : origin === 'array' || origin === 'set'
      ? 'too_many'
      : 'too_large'

/** Our shapes name the code of a check of their own: `refine(isEmail, as('bad_email'))`. */
export const as = (code: ProblemCode, values?: Values) => ({ params: { code, values } })

function madeWith(params: Record<string, unknown> | undefined): [ProblemCode, Values | undefined] {
  const { code = 'wrong_type', values } = (params ?? {}) as Partial<Problem> // written by `as` alone
  return [code, values]
}

/** No shape of ours comes near; recursion over a hostile body must end before the stack does. */
const deepest = 40

function unstorableParts(value: unknown): Problem[] {
  const found: Problem[] = []
  const place: string[] = []
  const look = (inner: unknown): void => {
    if (typeof inner === 'string') {
      if (!isStorable(inner)) found.push(problem(place, 'nul_character'))
      return
    }
    if (inner === null || typeof inner !== 'object') return
    if (place.length >= deepest) {
      found.push(problem(place, 'too_deep', { limit: deepest }))
      return
    }
    for (const [key, each] of Object.entries(inner)) {
      place.push(key)
      if (isStorable(key)) look(each)
      else found.push(problem(place, 'nul_character'))
      place.pop()
    }
  }
  look(value)
  return found
}
