import * as z from 'zod'
import type { FailureCode, Problem } from '../core/failure.ts'
import type { PathParams } from './path.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One fact with many readers: retry, confirmation, dry-run, hints for assistants, docs. */
export type Effect = 'read' | 'create' | 'update' | 'destroy' | 'send'

export const roles = ['Admin', 'Reseller', 'User'] as const
export type Role = (typeof roles)[number]

/** `public` needs no token; a role is the least one that may call. */
export type Access = 'public' | Role

/**
 * What a server announces in `API-Features`. A field or route that carries one is never sent to a
 * server that does not announce it: there it would be ignored in silence.
 */
export const features = [
  'idempotency',
  'batch',
  'draft',
  'schedule',
  'segment',
  'exclude',
  'expect-recipients',
  'ab-test',
  'double-optin',
  'erase',
  'dry-run',
] as const
export type Feature = (typeof features)[number]

export type Shape = z.ZodObject

export type Body =
  | { kind: 'none' }
  /** `form`: the same fields are also taken as application/x-www-form-urlencoded. */
  | { kind: 'json'; schema: Shape; form: boolean }
  /** One row as a plain object, or `{[key]: rows, ...rest}`; each row is checked apart. */
  | { kind: 'rows'; key: string; row: Shape; rest: Shape; max: number }
  /** The request's bytes as they are; `query` says what they mean. */
  | { kind: 'file'; types: readonly string[] }

export type Output =
  | { kind: 'one'; schema: z.ZodType }
  /** A bare JSON array; paging travels in headers. `csv`: also as `Accept: text/csv`, streamed. */
  | { kind: 'list'; item: Shape; csv: boolean }
  /** 202 with `{job_id}`. */
  | { kind: 'job' }
  | { kind: 'file'; types: readonly string[] }

export interface Endpoint<
  Path extends string = string,
  Query extends Shape = Shape,
  B extends Body = Body,
  O extends Output = Output,
> {
  readonly method: Method
  readonly path: Path
  readonly effect: Effect
  readonly access: Access
  /** Shown by the specification: it keeps method, path, fields and codes to the letter. */
  readonly shown: boolean
  readonly feature?: Feature
  /** Its answer is a secret: no idempotency key is taken, nothing of it is kept. */
  readonly secret?: boolean
  readonly query: Query
  readonly body: B
  readonly output: O
  /** Beyond those that every route of its access and body can answer. */
  readonly failures: readonly FailureCode[]
}

const noFields = z.strictObject({})
type NoFields = typeof noFields

interface Declaration<Path extends string, Q extends Shape, B extends Body, O extends Output> {
  method: Method
  path: Path
  effect: Effect
  access: Access
  shown?: true
  feature?: Feature
  secret?: true
  query?: Q
  body?: B
  output: O
  failures?: readonly FailureCode[]
}

export const endpoint = <
  const Path extends string,
  O extends Output,
  Q extends Shape = NoFields,
  B extends Body = { kind: 'none' },
>({
  shown = undefined,
  query = noFields as Shape as Q, // the default of Q is the type of noFields
  body = { kind: 'none' } as Body as B, // likewise
  failures = [],
  ...declared
}: Declaration<Path, Q, B, O>): Endpoint<Path, Q, B, O> => ({
  shown: shown === true,
  query,
  body,
  failures,
  ...declared,
})

export const json = <S extends Shape>(schema: S) => ({ kind: 'json', schema, form: false }) as const

export const jsonOrForm = <S extends Shape>(schema: S) =>
  ({ kind: 'json', schema, form: true }) as const

export const rows = <const K extends string, R extends Shape, S extends Shape>(
  key: K,
  row: R,
  { rest, max }: { rest: S; max: number },
) => ({ kind: 'rows', key, row, rest, max }) as const

export const file = (...types: string[]) => ({ kind: 'file', types }) as const

export const one = <S extends z.ZodType>(schema: S) => ({ kind: 'one', schema }) as const

export const list = <S extends Shape>(item: S, { csv = false } = {}) =>
  ({ kind: 'list', item, csv }) as const

export const job = { kind: 'job' } as const

/** A row that was checked apart from its neighbours; one that failed comes with what was sent. */
export type CheckedRow<R> = { row: R } | { problems: readonly Problem[]; given: unknown }

type Flat<T> = { [K in keyof T]: T[K] }

/** An empty shape forbids every name to zod; beside others it only means that it adds none. */
type Added<T> = string extends keyof T ? unknown : T

type BodyRequest<B> = B extends { kind: 'json'; schema: infer S extends Shape }
  ? Added<z.input<S>>
  : B extends { kind: 'rows'; key: infer K extends string; row: infer R; rest: infer S }
    ?
        | (R extends Shape ? z.input<R> : never)
        | ({ [P in K]: (R extends Shape ? z.input<R> : never)[] } & (S extends Shape
            ? Added<z.input<S>>
            : never))
    : unknown

type BodyInput<B> = B extends { kind: 'json'; schema: infer S extends Shape }
  ? Added<z.output<S>>
  : B extends {
        kind: 'rows'
        key: infer K extends string
        row: infer R extends Shape
        rest: infer S extends Shape
      }
    ? { [P in K]: CheckedRow<z.output<R>>[] } & z.output<S> & { single: boolean }
    : unknown

/** What a caller gives: path, query and body in one flat object (no name stands in two of them). */
export type Request<E> =
  E extends Endpoint<infer Path, infer Q, infer B, Output>
    ? Flat<PathParams<Path> & Added<z.input<Q>> & BodyRequest<B>>
    : never

/** What a handler gets: the same, each place checked by its own schema before they were merged. */
export type Input<E> =
  E extends Endpoint<infer Path, infer Q, infer B, Output>
    ? Flat<PathParams<Path> & Added<z.output<Q>> & BodyInput<B>>
    : never

export interface Page<Item> {
  items: readonly Item[]
  /** Opaque; absent on the last page. */
  nextCursor?: string
  total?: number
}

export type Answer<E> =
  E extends Endpoint<string, Shape, Body, infer O>
    ? O extends { kind: 'one'; schema: infer S extends z.ZodType }
      ? Added<z.output<S>>
      : O extends { kind: 'list'; item: infer S extends Shape }
        ? Page<z.output<S>>
        : O extends { kind: 'job' }
          ? { job_id: number }
          : never
    : never
