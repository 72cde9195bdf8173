import * as z from 'zod'
import type { FailureCode, Problem } from '../core/failure.ts'
import type { PathParams } from './path.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The effect of a request. Retries, confirmations, dry runs, assistant hints and docs depend on it.
 */
export type Effect = 'read' | 'create' | 'update' | 'destroy' | 'send'

export const roles = ['Admin', 'Reseller', 'User'] as const
export type Role = (typeof roles)[number]

/** `public` needs no token. A role is the least powerful one that may call. */
type Access = 'public' | Role

/** What a scope allows within a module: `write` is to create and update. */
export type ScopeAction = 'read' | 'write' | 'delete' | 'send'

/** What a token may do in one module: `campaigns:read`. */
export type Scope = `${string}:${ScopeAction}`

/**
 * Features that a server announces in `API-Features`. A field or route with a feature is never sent
 * to a server that does not announce it, because the server would silently ignore it.
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
  'contact-status',
  'suppressions',
  'since',
  'sort',
  'count-recipients',
  'contact-conditions',
] as const
export type Feature = (typeof features)[number]

/**
 * What a command line does with a command that is typed again. `once`: it reaches people or charges, so
 * within a day it is a repeat. `each`: it makes something new each time, and only a lost answer is found
 * again. `unrecorded`: it may run at any time, and nothing is remembered of it.
 */
export type Repetition = 'once' | 'each' | 'unrecorded'

export type Shape = z.ZodObject

export type Body =
  | { kind: 'none' }
  /** `form`: also accepts the fields as application/x-www-form-urlencoded. */
  | { kind: 'json'; schema: Shape; form: boolean; maxMegabytes: number }
  /** One row as a plain object, or `{[key]: rows, ...rest}`. Each row is validated separately. */
  | { kind: 'rows'; key: string; row: Shape; rest: Shape; max: number }
  /** The raw request body. `query` describes it. */
  | { kind: 'file'; types: readonly string[] }

export type Output =
  | { kind: 'one'; schema: z.ZodType }
  /** A plain JSON array with paging in headers. `csv`: also available as a `text/csv` stream. */
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
  /** Part of the published specification, so method, path, fields and codes must not change. */
  readonly shown: boolean
  readonly feature?: Feature
  /** The response is a secret: no idempotency key is accepted and nothing is stored. */
  readonly secret?: boolean
  /**
   * The work grows with the data, or takes tens of milliseconds. An account runs few such requests
   * at once, and accounts take turns. A single row of a `rows` body is not expensive.
   */
  readonly expensive?: boolean
  /**
   * People without an account call it, also by scripts of other sites: it answers CORS, and its
   * errors speak to them.
   */
  readonly forVisitors?: boolean
  /** What it means that the same request is made again, where the effect does not say it. */
  readonly repeats?: Repetition
  /** The field with which a request that can send only saves. */
  readonly savesWith?: string
  /**
   * The scope that a limited token needs, where module and effect do not say it. `any`: every token may
   * call it. `session`: only a person who has logged in.
   */
  readonly scope?: Scope | 'any' | 'session'
  /** The states of the things that it is meant for. In others it fails or changes nothing. */
  readonly actsOn?: readonly string[]
  readonly query: Query
  readonly body: B
  readonly output: O
  /** In addition to the failures that every route with its access and body has. */
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
  expensive?: true
  forVisitors?: true
  repeats?: Repetition
  savesWith?: string
  scope?: Scope | 'any' | 'session'
  actsOn?: readonly string[]
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

/** `maxMegabytes`: how much is read at most. The largest valid body is usually far smaller. */
export const json = <S extends Shape>(schema: S, { maxMegabytes = 1 } = {}) =>
  ({ kind: 'json', schema, form: false, maxMegabytes }) as const

export const jsonOrForm = <S extends Shape>(schema: S) =>
  ({ kind: 'json', schema, form: true, maxMegabytes: 1 }) as const

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

/** A separately validated row. An invalid one includes the original input. */
export type CheckedRow<R> = { row: R } | { problems: readonly Problem[]; given: unknown }

type Flat<T> = { [K in keyof T]: T[K] }

/** zod treats an empty shape as forbidding every name. In an intersection it should add nothing. */
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

/** The input of a caller: path, query and body in one flat object without duplicate names. */
export type Request<E> =
  E extends Endpoint<infer Path, infer Q, infer B, Output>
    ? Flat<PathParams<Path> & Added<z.input<Q>> & BodyRequest<B>>
    : never

/**
 * The input of a handler: the same object, each part validated by its own schema before merging.
 */
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
