import { createHash } from 'node:crypto'
import { type Fields, resolveRequest } from '../../client/request.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { repetitionOf } from '../../contract/repetition.ts'
import { minuteMs } from '../../core/time.ts'
import type { Operation } from '../command/operation.ts'
import type { Account } from './account.ts'

export interface Identity {
  /** Equal for the same request of the same account for the same time. */
  id: string
  /** Equal for operations that must not run at the same time: the scheduled time does not count. */
  lock: string
  /** Method and path. People read it in the journal, and `isUndoneBy` compares it. */
  route: string
  /** Digest of the body, to detect a key that was reused for another request. */
  body: string
}

/** Whether the journal records an operation, so that a lost answer is recognized. */
export const isRecorded = (operation: Operation): boolean => repetition(operation) !== 'unrecorded'

/** Whether a second run within a day counts as a repetition of the first. */
export const isOnce = (operation: Operation): boolean => repetition(operation) === 'once'

const repetition = ({ endpoint, request }: Operation) => repetitionOf(endpoint, request)

/** Two runs with “in 2h” a few seconds apart mean the same time. */
const slotMs = minuteMs

export function identify(
  { endpoint, request, subject = { endpoint, request }, slot }: Operation,
  { account, apiUrl, key }: { account: Account; apiUrl: string; key?: string | undefined },
): Identity {
  const route = routeOf(subject.endpoint, subject.request, apiUrl)
  const { pass: _, ...body } = bodyOf(subject, apiUrl) // a key travels in headers, which are logged
  const same = [account.origin, account.name, route, body]
  const minute = slot === undefined ? null : Math.floor(slot / slotMs)
  return {
    id: digest(
      key === undefined ? [...same, minute] : [account.origin, account.name, route, { key }],
    ),
    lock: digest(same),
    route,
    body: digest(body),
  }
}

export function routeOf(endpoint: Endpoint, request: Fields, apiUrl: string): string {
  const { method, url } = resolveRequest(apiUrl, endpoint, request)
  return `${method} ${url.slice(apiUrl.length)}`
}

const bodyOf = ({ endpoint, request }: { endpoint: Endpoint; request: Fields }, apiUrl: string) =>
  resolveRequest(apiUrl, endpoint, request).body ?? {}

/** Long enough to make collisions impossible in practice. */
const digestLength = 40

export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, digestLength)

/** Sorts keys, because the order of flags makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
