import { createHash } from 'node:crypto'
import { type Fields, resolve } from '../../client/request.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { takesKey } from '../../contract/failures.ts'
import type { Account } from './account.ts'

/** How a server without keys can be asked whether something has happened. */
export interface Witness {
  /** What it shows before the request goes out, as JSON; undefined where it shows nothing. */
  look(): Promise<unknown>
  /** The answer that it would have given, when it shows by now that it has happened. */
  tell(before: unknown): Promise<Fields | undefined>
}

/** One request that acts, and what makes it the same as an earlier one. */
export interface Errand {
  endpoint: Endpoint
  request: Fields
  /** What it repeats when it comes again; without it, the request itself. */
  subject?: { endpoint: Endpoint; request: Fields }
  /** The time it is for; without it, now. */
  slot?: number
  witness?: Witness
  /** What an earlier run of it was answered: then it does not go out. */
  earlier?: Fields
}

export interface Identity {
  /** The same for what is the same: the request, the account, the time it is for. */
  id: string
  /** The same for what must not run at once: whatever time it is for. */
  lock: string
  /** Method and path, for people who read the journal, and to find what an undoing undoes. */
  place: string
  /** Of the body, to tell that a key that was given stands for another request. */
  body: string
}

/** Acts anew every time, though it creates or sends: that is what it is for. */
const everyRun = new Set([
  'PUT /campaigns/:id/resume',
  'POST /campaigns/:id/test',
  'POST /users/:id/webhooks/:webhook/replay',
])

/** Whether a second run within a day is taken for the first one. */
export const isOnce = (endpoint: Endpoint): boolean =>
  (endpoint.effect === 'create' || endpoint.effect === 'send') &&
  takesKey(endpoint) &&
  !everyRun.has(`${endpoint.method} ${endpoint.path}`)

/** Two runs a few seconds apart mean the same time when they say “in 2h”. */
const slotMs = 60_000

export function identify(
  { endpoint, request, subject = { endpoint, request }, slot }: Errand,
  { account, apiUrl, key }: { account: Account; apiUrl: string; key?: string | undefined },
): Identity {
  const place = placeOf(subject.endpoint, subject.request, apiUrl)
  const { pass: _, ...body } = bodyOf(subject, apiUrl) // a key travels in headers, which are logged
  const same = [account.origin, account.name, place, body]
  const minute = slot === undefined ? null : Math.floor(slot / slotMs)
  return {
    id: digest(
      key === undefined ? [...same, minute] : [account.origin, account.name, place, { key }],
    ),
    lock: digest(same),
    place,
    body: digest(body),
  }
}

export function placeOf(endpoint: Endpoint, request: Fields, apiUrl: string): string {
  const { method, url } = resolve(apiUrl, endpoint, request)
  return `${method} ${url.slice(apiUrl.length)}`
}

const bodyOf = ({ endpoint, request }: { endpoint: Endpoint; request: Fields }, apiUrl: string) =>
  resolve(apiUrl, endpoint, request).body ?? {}

/** As long as a key has to be for nobody to meet it by chance. */
const digestLength = 40

export const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(value)))
    .digest('hex')
    .slice(0, digestLength)

/** The order in which flags were typed makes no difference. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== undefined)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, each]) => [name, sorted(each)]),
  )
}
