import type { Readable } from 'node:stream'
import type { Answer, Body, Endpoint, Input, Output, Role, Shape } from '../contract/endpoint.ts'
import type { contract } from '../contract/index.ts'
import type { Scopes } from '../contract/scopes.ts'
import type { Language } from '../core/language.ts'
import type { Statement } from './database/batches/all-in-order.ts'
import type { Executor } from './database/dialect.ts'

/** An API key as answers and logs name it, never the secret. */
interface ApiKeyRef {
  id: number
  name: string
  prefix: string
  expiresAt: number | null
}

/** A connected assistant. */
interface AppRef {
  /** Of what the user has allowed it. */
  id: number
  /** As the audit log names it. */
  name: string
}

/** The authenticated caller. */
export interface Principal {
  id: number
  role: Role
  /** The session; empty for an API key or an assistant. */
  jti: string
  /** The impersonator. */
  actor: number | null
  /** The API key, if the request has no session. */
  key: ApiKeyRef | null
  /** The assistant, if the request has its access token. */
  app: AppRef | null
  /** What the token may do; null: what the account may. */
  scopes: Scopes
  ratePerHour: number
  /**
   * The account that limits against floods count for: the topmost one in the tree that is no Admin,
   * so that accounts below it do not multiply them. An Admin counts alone.
   */
  limitGroup: number
  language: Language
  timezone: string
}

export interface AuditNote {
  /** Default: the caller's own account. */
  accountId?: number
  /** The values of settings. Only those that differ are logged. */
  before?: object
  after?: object
}

/** A request as the audit log describes it. */
export interface AuditedRequest {
  endpoint: Endpoint
  account: Principal
  params: Readonly<Record<string, string>>
  ip: string
  /** The `User-Agent` of the request. */
  client: string | undefined
  /** What the handler says about it. */
  note: AuditNote | undefined
  answer: unknown
}

export interface Audit {
  /** Logs a request that has succeeded, if the audit log keeps it. */
  record(db: Executor, request: AuditedRequest): Promise<void>
}

/** Returns the statements that store an answer under the key of the request, and log the request. */
export type Closing = (answer: unknown) => readonly Statement[]

/** The context of a request, beside its input. */
export interface Call {
  /** For a public route: the anonymous account with id 0, which owns no rows. */
  account: Principal
  language: Language
  /** The supported language of `Accept-Language`, if there is one. */
  acceptedLanguage?: Language | undefined
  ip: string
  requestId: string
  accept: 'json' | 'csv'
  /** The version in `If-Match`. */
  ifMatch?: number
  /** The bytes of a `file` body. */
  file?: Readable
  /** Response headers, such as `ETag`. */
  headers: Record<string, string>
  /** Says what the audit log should know: the account that is acted on, and changed settings. */
  note(note: AuditNote): void
  /**
   * Runs a transaction whose result is the answer. If the request has an idempotency key, the
   * answer is stored under it in the same transaction. Await nothing but the database inside. Work
   * that knows its answer before its last statements can send the statements of `closing(answer)`, which
   * store it, together with them.
   */
  transact<T>(work: (tx: Executor, closing: Closing) => Promise<T>): Promise<T>
}

/** A file that is produced while it is sent. An error on the way cuts the connection. */
export interface FileAnswer {
  name: string
  /** One of the types that the endpoint declares. */
  type: string
  chunks: AsyncIterable<string | Uint8Array>
}

type FileEndpoint = Endpoint<string, Shape, Body, Extract<Output, { kind: 'file' }>>

export type Handler<E> = (
  input: Input<E>,
  call: Call,
) => Promise<E extends FileEndpoint ? FileAnswer : Answer<E>>

type Contract = typeof contract

/** A handler for each endpoint. One that is missing or has a wrong type does not compile. */
export type Handlers = {
  [Noun in keyof Contract]: { [Verb in keyof Contract[Noun]]: Handler<Contract[Noun][Verb]> }
}

/** A handler as the router calls it. Its own type was checked when it was put into `Handlers`. */
export type AnyHandler = (input: never, call: Call) => Promise<unknown>
