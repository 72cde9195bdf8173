import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import { createBell } from '../bell.ts'
import type { Executor } from '../database/dialect.ts'
import type { Log } from '../log.ts'
import type { Outcome } from '../mail/outcome.ts'
import type { Pool } from '../mail/pool.ts'
import { Space } from '../mail/space.ts'
import { createHold } from './hold.ts'
import {
  type Postponed,
  postponeLetters,
  type Result,
  releaseLetters,
  settleLetters,
  submitLetters,
} from './ledger-store.ts'
import type { Letter } from './letter.ts'
import { settle } from './settlement.ts'
import type { Throttle } from './throttle.ts'

/** A result waits so long for others, so that one commit serves many. */
const gatherMs = 5

const idleMs = 1000
/** After an error of the database (a full disk, a lost connection). */
const pauseMs = 1000

export interface PumpOptions {
  db: Executor
  clock: Clock
  log: Log
  pool: Pool
  throttle: Throttle
  /** How many messages the pool sends at once. */
  connections: number
  /** There is room for more letters. */
  onRoom(): void
  /** The last letter it had has been settled. */
  onIdle(): void
}

export interface Pump {
  add(letters: readonly Letter[]): void
  /** How many letters it would like to be given. */
  room(): number
  /** Until `stop`; what is in flight by then is finished and written. */
  run(): Promise<void>
  stop(): void
}

/**
 * `submitting` is on disk before a letter goes to the relay, and what became of it after: one
 * transaction writes the results that have come in and lets the next letters go. Never more than
 * twice the connections are between the two, and that is all a crash can leave uncertain.
 */
export function createPump(options: PumpOptions): Pump {
  const { db, clock, log, pool, throttle, connections, ...on } = options
  const window = connections * 2
  const stock = Math.max(window * 8, 200)
  const bell = createBell(clock)
  const hold = createHold(clock)
  const spaces: Space[] = []
  let waiting: Letter[] = []
  let results: Result[] = []
  let inFlight = 0
  let isStopping = false
  let isRelayAwaited = false

  async function run(): Promise<void> {
    while (!isStopping || waiting.length + inFlight + results.length > 0) {
      await bell.wait(idleMs)
      try {
        await turn()
      } catch (error) {
        log.error('delivery could not be written', error)
        if (isStopping) return
        await clock.sleep(pauseMs)
        bell.ring()
      }
    }
  }

  async function turn(): Promise<void> {
    const mayGo = !isStopping && !hold.isOn()
    const done = results
    const { group, postponed } = mayGo ? pick() : { group: [], postponed: [] }
    const unsent = mayGo ? [] : waiting.splice(0)
    if (done.length + group.length + postponed.length + unsent.length === 0) return
    results = []
    try {
      const granted = await db.transaction().execute(async (tx) => {
        await settleLetters(tx, done, clock.now())
        const allowed = await submitLetters(tx, group, clock.now())
        await postponeLetters(tx, postponed)
        await releaseLetters(tx, [...unsent, ...group.filter((letter) => !allowed.has(letter))])
        return allowed
      })
      for (const letter of granted) launch(letter)
      if (granted.size < group.length) bell.ring()
    } catch (error) {
      results = [...done, ...results]
      waiting = [...group, ...postponed.map(({ letter }) => letter), ...unsent, ...waiting]
      throw error
    }
    if (room() > 0) on.onRoom()
    if (waiting.length + inFlight + results.length === 0) on.onIdle()
  }

  /** What may go now. Who has to wait for an account or a domain makes room for the others. */
  function pick(): { group: Letter[]; postponed: Postponed[] } {
    const group: Letter[] = []
    const postponed: Postponed[] = []
    while (waiting.length > 0 && inFlight + group.length < window && !isRelayFull()) {
      const [letter] = waiting.splice(0, 1)
      if (!letter) break
      const dueAt = throttle.admit(letter)
      if (dueAt === undefined) group.push(letter)
      else postponed.push({ letter, dueAt })
    }
    return { group, postponed }
  }

  function isRelayFull(): boolean {
    const waitMs = throttle.relayWaitMs()
    if (waitMs > 0 && !isRelayAwaited) {
      isRelayAwaited = true
      void clock.sleep(waitMs).then(() => {
        isRelayAwaited = false
        bell.ring()
      })
    }
    return waitMs > 0
  }

  async function launch(letter: Letter): Promise<void> {
    inFlight++
    const outcome = await deliver(letter)
    inFlight--
    hold.note(outcome)
    throttle.note(letter, outcome)
    results.push({ letter, settlement: settle(outcome, letter.attempts, clock.now()) })
    if (results.length >= connections || inFlight === 0) bell.ring()
    else if (results.length === 1) void clock.sleep(gatherMs).then(bell.ring)
  }

  async function deliver(letter: Letter): Promise<Outcome> {
    const space = spaces.pop() ?? new Space()
    const onLeft = () => spaces.push(space)
    try {
      return await pool.send({ ...(await letter.compose(space)), onLeft })
    } catch (error) {
      // One contact's values can break a message; it must not keep the others from theirs.
      if (!(error instanceof Failure)) log.error('message could not be made', error)
      return { state: 'failed', response: error instanceof Failure ? error.code : 'internal' }
    }
  }

  /** Letters are claimed in batches, each while the one before it is being sent. */
  function room(): number {
    const isFull = waiting.length > stock / 2
    return isFull || isStopping || hold.isOn() ? 0 : stock - waiting.length
  }

  return {
    room,
    run,
    add(letters) {
      waiting.push(...letters)
      bell.ring()
    },
    stop() {
      isStopping = true
      bell.ring()
    },
  }
}
