import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { Context } from '../context.ts'
import { accountOf } from './account.ts'
import { againCommand } from './again-command.ts'
import { digest, type Errand, identify, isOnce, placeOf } from './errand.ts'
import { type Entry, type Journal, openJournal, type Standing, type State } from './journal.ts'
import { settle } from './settle.ts'
import { isUndoneBy } from './undo.ts'

/** What the server answered; `repeated` when it, or this machine, had done it before. */
export type CarriedOut = Fields & { repeated?: true }

/**
 * Sends a request that acts. What creates or sends is written down before it goes out, goes out once
 * however often it is run, and is looked for when its answer was lost.
 */
export async function carryOut(context: Context, errand: Errand): Promise<CarriedOut> {
  if (errand.earlier) return { ...errand.earlier, repeated: true }
  return isOnce(errand.endpoint) ? sendOnce(context, errand) : sendAnew(context, errand)
}

/** Pausing, ending, changing: it always goes out, and what it takes back may be done again. */
async function sendAnew(context: Context, errand: Errand): Promise<CarriedOut> {
  const answer = await send(context, errand, context.flags.idempotencyKey ?? newUuid())
  const { access, effect } = errand.endpoint
  const takesBack = effect === 'update' || effect === 'destroy'
  if (takesBack && access !== 'public') await forgetUndone(context, errand)
  return answer
}

async function sendOnce(context: Context, errand: Errand): Promise<CarriedOut> {
  const account = accountOf(context)
  const key = context.flags.idempotencyKey
  const identity = identify(errand, { account, apiUrl: context.apiUrl(), key })
  const journal = openJournal(context)
  const { id, place, body, lock } = identity
  const unlock = journal.lock(lock)
  try {
    const earlier = await settle(context, errand, { identity, journal })
    if (earlier) return { ...earlier, repeated: true }
    const before = await witnessed(context, errand)
    const begun = {
      id,
      key: key ?? keyFor(context, id, journal.standing(id)),
      place,
      body,
      account: account.name,
      origin: account.origin,
      ...(errand.slot !== undefined && { slot: new Date(errand.slot).toISOString() }),
      ...(before !== undefined && { before }),
    }
    await journal.write({ ...begun, state: 'begun' })
    return await sendNoting(context, errand, { journal, ...begun })
  } finally {
    unlock()
  }
}

/**
 * The same on every machine. What was done longer ago gets the next key, which every machine that did
 * it then derives alike: servers forget a key somewhat later than they say.
 */
function keyFor({ flags }: Context, id: string, standing: Standing | undefined): string {
  if (standing?.state !== 'done') return standing?.key ?? id
  return digest(flags.again ? [id, newUuid()] : [standing.key])
}

interface Begun {
  journal: Journal
  id: string
  key: string
}

async function sendNoting(context: Context, errand: Errand, { journal, id, key }: Begun) {
  try {
    const answer = await send(context, errand, key)
    await note(context, journal, { id, state: 'done', answer })
    return answer
  } catch (error) {
    const state = await stateAfter(context, error)
    await note(context, journal, { id, state })
    if (state !== 'unknown') throw error
    const details = error instanceof Failure ? error.details : {}
    const command = againCommand(context)
    if (context.host.stopped.aborted) context.output.note(context.words.sending.stopped(command))
    const values = { ...details.values, command }
    throw new Failure('outcome_unknown', { ...details, values }, { cause: error })
  }
}

/** The request has gone: that this could not be written down must not look as if it had not. */
async function note(context: Context, journal: Journal, entry: Omit<Entry, 'at'>): Promise<void> {
  try {
    await journal.write(entry)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await context.output.warn(context.words.sending.notWritten)
  }
}

/** What is known about a request that ended in this. */
async function stateAfter(context: Context, error: unknown): Promise<State> {
  if (!(error instanceof Failure) || error.code === 'outcome_unknown') return 'unknown'
  if (lostCodes.has(error.code)) return 'lost'
  if (error.code !== 'interrupted' && error.code !== 'terminated') return 'refused'
  const client = await context.client()
  const isKeyed = await client.offers('idempotency').catch(() => false) // then nothing is known
  return isKeyed ? 'lost' : 'unknown'
}

/** Trying again is safe: it never left, or goes under a key that the server honours. */
const lostCodes = new Set<string>(['network', 'timed_out', 'unavailable', 'idempotency_in_flight'])

async function send(
  context: Context,
  { endpoint, request }: Errand,
  idempotencyKey: string,
): Promise<CarriedOut> {
  const { host, output, words } = context
  const client = await context.client({ isPublic: endpoint.access === 'public' })
  const { data, isRepeated } = await client.call(endpoint, request as never, {
    idempotencyKey,
    signal: host.stopped,
  })
  const answer = data as Fields // what acts answers one object
  if (!isRepeated) return answer
  output.note(words.run.repeated)
  return { ...answer, repeated: true }
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
  const { origin } = new URL(context.apiUrl())
  const place = placeOf(endpoint, request, context.apiUrl())
  const { effect } = endpoint
  try {
    const journal = openJournal(context)
    const undone = journal.standings(origin).filter((one) => isUndoneBy(one, { effect, place }))
    for (const { id } of undone) await journal.write({ id, state: 'undone', key: newUuid() })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await context.output.warn(context.words.sending.notWritten)
  }
}
