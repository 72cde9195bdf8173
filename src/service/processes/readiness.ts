import type { ProcessRole } from '../../core/process-roles.ts'
import { minuteMs } from '../../core/time.ts'
import type { Service } from '../service.ts'
import { findLastResult, findOldestDue } from './readiness-store.ts'
import { missingRoles } from './roles.ts'
import { findRelayTrouble, selectLivingRoles } from './store.ts'

/** A database that needs longer than this for small questions is no use to anybody. */
const answerMs = 3_000
/** However often it is asked, the database is asked once in this time. */
const keptMs = 1_000
/** Mail that has been due for this long, while nothing was sent, is stuck. */
const stuckMs = 10 * minuteMs

interface Readiness {
  isReady: boolean
  database: { status: 'ok' | 'unreachable' }
  relay: { status: 'ok' | 'down' | 'unknown'; since?: string }
  /** Whether each role has a living process. */
  roles: { status: 'ok' | 'missing' | 'unknown'; missing?: ProcessRole[]; on_hold?: number }
  queue: { status: 'ok' | 'stuck' | 'unknown'; oldest_due_seconds?: number }
}

type State = Omit<Readiness, 'isReady'>

const withoutDatabase: State = {
  database: { status: 'unreachable' },
  relay: { status: 'unknown' },
  roles: { status: 'unknown' },
  queue: { status: 'unknown' },
}

/**
 * Tells whether the database answers, the relay takes mail, some process has each role, and due mail goes
 * out.
 */
export function createReadiness({
  db,
  clock,
  roles: own,
  isOnHold,
}: Service): () => Promise<Readiness> {
  let last: { at: number; answer: Promise<Readiness> } | undefined

  async function ask(): Promise<State> {
    const now = clock.now()
    const trouble = await findRelayTrouble(db)
    const others = await selectLivingRoles(db)
    // Its own row may not be written yet.
    const missing = missingRoles([own, ...others.map(({ roles }) => roles)])
    const onHold = Math.max(others.filter((each) => each.isOnHold).length, isOnHold ? 1 : 0)
    const oldest = (await findOldestDue(db, now)) ?? now
    const idleSince = Math.max(oldest, await findLastResult(db))
    return {
      database: { status: 'ok' },
      relay: trouble
        ? { status: 'down', since: new Date(trouble.since).toISOString() }
        : { status: 'ok' },
      roles:
        missing.length > 0
          ? { status: 'missing', missing, ...(onHold > 0 && { on_hold: onHold }) }
          : { status: 'ok' },
      queue: {
        status: now - idleSince > stuckMs ? 'stuck' : 'ok',
        oldest_due_seconds: Math.floor((now - oldest) / 1000),
      },
    }
  }

  async function answer(): Promise<Readiness> {
    const isOver = new AbortController()
    const late = clock.sleep(answerMs, isOver.signal).then(() => withoutDatabase)
    const state = await Promise.race([ask().catch(() => withoutDatabase), late])
    isOver.abort()
    const isReady = Object.values(state).every(({ status }) => status === 'ok')
    return { isReady, ...state }
  }

  return () => {
    const now = clock.now()
    if (!last || now - last.at >= keptMs) last = { at: now, answer: answer() }
    return last.answer
  }
}
