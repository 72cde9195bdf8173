import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Input, Output, Role, Shape } from '../contract/endpoint.ts'
import type { contract } from '../contract/index.ts'
import type { Language } from '../core/language.ts'
import type { Executor } from './database/dialect.ts'

/** Who calls, after the guard. */
export interface Principal {
  id: number
  role: Role
  jti: string
  /** Who acts in its name, by impersonation. */
  actor: number | null
  ratePerHour: number
  language: Language
  timezone: string
}

/** What a request brings beside its input. */
export interface Call {
  /** Of a public route: nobody, id 0, which owns no row. */
  account: Principal
  language: Language
  ip: string
  requestId: string
  accept: 'json' | 'csv'
  /** The version named by `If-Match`. */
  ifMatch?: number
  /** The bytes of a `file` body. */
  file?: Readable
  /** Headers to answer with, e.g. `ETag`. */
  headers: Record<string, string>
  /**
   * One transaction, and the answer that comes out of it: when the request carries an idempotency
   * key, the answer is kept under it in this same transaction. Await nothing but the database inside.
   */
  transact<T>(work: (tx: Executor) => Promise<T>): Promise<T>
}

/** A file, made piece by piece as it leaves; what is thrown on the way cuts the connection. */
export interface FileAnswer {
  name: string
  /** One of those that the endpoint declares. */
  type: string
  pieces: AsyncIterable<string | Uint8Array>
}

type FileEndpoint = Endpoint<string, Shape, Body, Extract<Output, { kind: 'file' }>>

export type Handler<E> = (
  input: Input<E>,
  call: Call,
) => Promise<E extends FileEndpoint ? FileAnswer : Answer<E>>

type Contract = typeof contract

/** A handler for each endpoint: one that is missing or mistyped does not compile. */
export type Handlers = {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: Handler<Contract[Noun][Verb]> }
}

/** As the router calls it: the endpoint's own types were checked when it was put into `Handlers`. */
export type AnyHandler = (input: never, call: Call) => Promise<unknown>
