import type * as z from 'zod'
import type { Problem, Values } from '../core/failure.ts'
import type { ProblemCode } from '../core/problem-codes.ts'
import { isStorable } from './storable.ts'

export type Checked<T> = { value: T } | { problems: readonly Problem[] }

/**
 * Validates a value and returns problems with our own codes. Text with U+0000 (SQLite cuts there,
 * PostgreSQL refuses it) or a lone surrogate is refused everywhere.
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

/** Returns the problems of the union branch that was most likely meant. */
function unionProblems(issue: z.core.$ZodIssueInvalidUnion): Problem[] {
  const { path, errors } = issue
  if ('options' in issue) return [notAChoice(path, issue.options)]
  const [closest] = errors
    .filter((issues) => issues.every((issue) => isInside(issue.code, issue.path)))
    .map((issues) => issues.flatMap((issue) => problemsOf(issue)))
    .sort((a, b) => a.length - b.length)
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

/** Attaches a problem code to a custom check: `refine(isEmail, as('bad_email'))`. */
export const as = (code: ProblemCode, values?: Values) => ({ params: { code, values } })

function madeWith(params: Record<string, unknown> | undefined): [ProblemCode, Values | undefined] {
  const { code = 'wrong_type', values } = (params ?? {}) as Partial<Problem> // only `as` writes them
  return [code, values]
}

/** Deeper than any of our shapes. Limits the recursion over a malicious body. */
const maxDepth = 40

function unstorableParts(value: unknown): Problem[] {
  const found: Problem[] = []
  const path: string[] = []
  const visit = (inner: unknown): void => {
    if (typeof inner === 'string') {
      if (!isStorable(inner)) found.push(problem(path, 'nul_character'))
      return
    }
    if (inner === null || typeof inner !== 'object') return
    if (path.length >= maxDepth) {
      found.push(problem(path, 'too_deep', { limit: maxDepth }))
      return
    }
    for (const [key, each] of Object.entries(inner)) {
      path.push(key)
      if (isStorable(key)) visit(each)
      else found.push(problem(path, 'nul_character'))
      path.pop()
    }
  }
  visit(value)
  return found
}
