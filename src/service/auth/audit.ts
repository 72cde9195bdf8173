import type { Effect, Endpoint } from '../../contract/endpoint.ts'
import type { Clock } from '../../core/clock.ts'
import { stripControls } from '../../core/safe-text.ts'
import { hourMs, minuteMs } from '../../core/time.ts'
import type { Audit, AuditedRequest, Principal } from '../handler.ts'
import { changesOf } from './audit-changes.ts'
import { insertAction, routeOf } from './audit-store.ts'

/**
 * How many actions are logged per hour for each session or key and route. A program that adds contacts
 * all day would otherwise fill the log. Changes of settings are always logged.
 */
const perHour: Record<Exclude<Effect, 'read'>, number> = {
  create: 20,
  update: 20,
  destroy: 1000,
  send: 1000,
}

const maxClientLength = 120

/**
 * The audit log contains what is changed, sent and deleted, and what is read in another account's name:
 * one line for each route and minute.
 */
export function createAudit(clock: Clock): Audit {
  const countInHour = createCount(hourMs)
  const countInMinute = createCount(minuteMs)

  const isKept = ({ endpoint, account, note }: AuditedRequest, now: number): boolean => {
    const { effect, access } = endpoint
    if (access === 'public') return false
    const { id, actor, key, app, jti } = account
    const name = `${id} ${key?.id ?? ''} ${app?.id ?? ''} ${jti} ${routeOf(endpoint)}`
    if (effect === 'read') return actor !== null && countInMinute(name, now) === 1
    return note !== undefined || countInHour(name, now) <= perHour[effect]
  }

  return {
    async record(db, request) {
      const now = clock.now()
      if (!isKept(request, now)) return
      const { endpoint, account, params, ip, client, note, answer } = request
      const changes = note ? changesOf(note) : []
      await insertAction(db, {
        account_id: note?.accountId ?? account.id,
        actor_id: account.actor ?? account.id,
        act: routeOf(endpoint),
        path: pathOf(endpoint, params),
        new_id: newIdIn(endpoint, answer),
        key_id: account.key?.id ?? null,
        key_name: nameOfProgram(account),
        client: client === undefined ? null : stripControls(client).slice(0, maxClientLength),
        ip,
        changes: changes.length > 0 ? JSON.stringify(changes) : null,
        at: now,
      })
    },
  }
}

/** The API key or the assistant, at that time. */
const nameOfProgram = ({ key, app }: Principal): string | null =>
  key ? `${key.name} (${key.prefix})` : (app?.name ?? null)

/** Counts by name within a window. The memory is bounded by the routes that are called in it. */
function createCount(windowMs: number): (name: string, now: number) => number {
  const counts = new Map<string, number>()
  let start = 0
  return (name, now) => {
    const current = now - (now % windowMs)
    if (current !== start) counts.clear()
    start = current
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count
  }
}

/** An id or a language. A contact can be named by its address, which must not stay in the log. */
const isPlain = (value: string | undefined): value is string => /^[\w-]{1,32}$/.test(value ?? '')

const pathOf = ({ path }: Endpoint, params: AuditedRequest['params']): string =>
  path.replace(/:(\w+)/g, (token, name: string) => {
    const value = params[name]
    return isPlain(value) ? value : token
  })

function newIdIn({ effect }: Endpoint, answer: unknown): number | null {
  const creates = effect === 'create' || effect === 'send'
  if (!creates || typeof answer !== 'object' || answer === null || !('id' in answer)) return null
  return typeof answer.id === 'number' ? answer.id : null
}
