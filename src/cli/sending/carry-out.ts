import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context.ts'
import { accountOf } from './account.ts'
import { againCommand } from './again-command.ts'
import { digest, type Errand, identify, isOnce, placeOf } from './errand.ts'
import { type Journal, openJournal, type State } from './journal.ts'
import { settle } from './settle.ts'
import { isUndoneBy } from './undo.ts'

export type CarriedOut = Fields & { repeated?: true }

/**
 * Sends a request that acts. What creates or sends is written down before it goes out, goes out once
 * however often it is run, and is looked for when its answer was lost.
 */
export async function carryOut(context: Context, errand: Errand): Promise<CarriedOut> {
  return isOnce(errand.endpoint) ? sendOnce(context, errand) : sendAnew(context, errand)
}

/** Pausing, ending, changing: it always goes out, and what it takes back may be done again. */
async function sendAnew(context: Context, errand: Errand): Promise<CarriedOut> {
  const answer = await send(context, errand, context.flags.idempotencyKey ?? newUuid())
  if (errand.endpoint.access !== 'public') await forgetUndone(context, errand)
  return answer
}

async function sendOnce(context: Context, errand: Errand): Promise<CarriedOut> {
  const { flags, apiUrl, host } = context
  const account = accountOf(context)
  const identity = identify(errand, { account, apiUrl: apiUrl(), key: flags.idempotencyKey })
  const journal = openJournal(context)
  const { id, place, body, lock } = identity
  const unlock = journal.lock(lock)
  try {
    const earlier = await settle(context, errand, { identity, journal })
    if (earlier) return { ...earlier, repeated: true }
    const standing = journal.standing(id)
    const isAnew = flags.again === true && standing?.state === 'done'
    const known = isAnew ? digest([id, newUuid()]) : (standing?.key ?? id)
    const key = flags.idempotencyKey ?? known
    const before = await witnessed(context, errand)
    await journal.write({
      id,
      state: 'begun',
      key,
      place,
      body,
      account: account.name,
      origin: account.origin,
      ...(errand.slot !== undefined && { slot: new Date(errand.slot).toISOString() }),
      ...(before !== undefined && { before }),
    })
    const answer = await sendNoting(context, errand, { journal, id, key })
    await journal.write({ id, state: 'done', answer })
    if (host.stopped.aborted) return answer
    return answer
  } finally {
    unlock()
  }
}

interface Noting {
  journal: Journal
  id: string
  key: string
}

async function sendNoting(context: Context, errand: Errand, { journal, id, key }: Noting) {
  try {
    return await send(context, errand, key)
  } catch (error) {
    const state = await stateAfter(context, error)
    await journal.write({ id, state })
    if (state === 'refused' || state === 'lost') throw error
    const known = error instanceof Failure ? error.details : {}
    const values = { ...known.values, command: againCommand(context) }
    if (error instanceof Failure && error.code !== 'outcome_unknown') throw error
    throw new Failure('outcome_unknown', { ...known, values }, { cause: error })
  }
}

/** What is known about a request that ended in this. */
async function stateAfter(context: Context, error: unknown): Promise<State> {
  if (!(error instanceof Failure) || error.code === 'outcome_unknown') return 'unknown'
  if (lostCodes.has(error.code)) return 'lost'
  if (!stoppedCodes.has(error.code)) return 'refused'
  const client = await context.client()
  const isKeyed = await client.offers('idempotency').catch(() => false) // then nothing is known
  return isKeyed ? 'lost' : 'unknown'
}

/** Trying again is safe: it never left, or goes under a key that the server honours. */
const lostCodes = new Set<string>(['network', 'timed_out', 'unavailable', 'idempotency_in_flight'])
const stoppedCodes = new Set<string>(['interrupted', 'terminated'])

async function send(context: Context, { endpoint, request }: Errand, key: string) {
  const { host, output, words } = context
  const client = await context.client({ isPublic: endpoint.access === 'public' })
  const { data, isRepeated } = await client.call(endpoint, request as never, {
    idempotencyKey: key,
    signal: host.stopped,
  })
  const answer = data as Fields // of an endpoint that answers one object
  if (!isRepeated) return answer
  output.note(words.run.repeated)
  return { ...answer, repeated: true as const }
}

/** Only a server that honours no key has to be asked what it showed before. */
async function witnessed(context: Context, { witness }: Errand): Promise<unknown> {
  if (!witness) return undefined
  const client = await context.client()
  if (await client.offers('idempotency', context.host.stopped)) return undefined
  await context.output.warn(context.words.sending.onlyHere)
  return witness.look()
}

/** Under a new key, since the server would still know the old one. */
async function forgetUndone(context: Context, { endpoint, request }: Errand): Promise<void> {
  const place = placeOf(endpoint, request, context.apiUrl())
  const journal = openJournal(context)
  const { origin } = new URL(context.apiUrl())
  for (const standing of journal.standings(origin)) {
    if (!isUndoneBy(standing, { effect: endpoint.effect, place })) continue
    await journal.write({ id: standing.id, state: 'undone', key: newUuid() })
  }
}
