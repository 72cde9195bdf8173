import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { fill } from '../../messages/fill.ts'
import type { Operation } from '../command/operation.ts'
import type { Context } from '../context/context.ts'
import { accountOf } from './account.ts'
import { isOpen, resolveEarlierRun } from './earlier-run.ts'
import {
  type Entry,
  type Journal,
  type OperationRecord,
  openJournal,
  type State,
} from './journal.ts'
import { digest, identify, isOnce, isRecorded, routeOf } from './operation-identity.ts'
import { rerunCommand } from './rerun-command.ts'
import { isUndoneBy } from './undo.ts'

/** The answer of the server. `repeated` if the server or this machine had done it before. */
type OperationResult = Fields & { repeated?: true }

/**
 * Sends an operation. One that creates or sends is written to the journal first: if its answer is lost, the
 * next run finds out what happened. One that reaches people is sent once, however often the command runs.
 */
export async function runOperation(
  context: Context,
  operation: Operation,
): Promise<OperationResult> {
  if (operation.earlier) return { ...operation.earlier, repeated: true }
  return isRecorded(operation) ? sendRecorded(context, operation) : sendEachTime(context, operation)
}

/** Sends an operation on every run, such as an update or deletion. What it reverts may be done again. */
async function sendEachTime(context: Context, operation: Operation): Promise<OperationResult> {
  const answer = await send(context, operation, context.flags.idempotencyKey ?? newUuid())
  const { access, effect } = operation.endpoint
  const takesBack = effect === 'update' || effect === 'destroy'
  if (takesBack && access !== 'public') await markUndone(context, operation)
  return answer
}

async function sendRecorded(context: Context, operation: Operation): Promise<OperationResult> {
  const account = accountOf(context)
  const key = context.flags.idempotencyKey
  const identity = identify(operation, { account, apiUrl: context.apiUrl(), key })
  const journal = openJournal(context)
  const { id, route, body, lock } = identity
  const unlock = journal.lock(lock)
  try {
    const earlier = await resolveEarlierRun(context, operation, { identity, journal })
    if (earlier) return { ...earlier, repeated: true }
    const before = await readStateBefore(context, operation)
    const begun = {
      id,
      key: key ?? keyFor(context, operation, { id, record: journal.find(id) }),
      place: route,
      body,
      account: account.name,
      origin: account.origin,
      ...(operation.slot !== undefined && { slot: new Date(operation.slot).toISOString() }),
      ...(before !== undefined && { before }),
    }
    await journal.write({ ...begun, state: 'begun' })
    return await sendJournaled(context, operation, { journal, ...begun })
  } finally {
    unlock()
  }
}

/**
 * The idempotency key. What is done each time gets a new one; after a lost answer it stays. What is done
 * once has the same on every machine. For an operation that was done long ago it is derived from the
 * previous key, again the same everywhere, because servers keep keys longer than they say.
 */
function keyFor(
  { flags }: Context,
  operation: Operation,
  { id, record }: { id: string; record: OperationRecord | undefined },
): string {
  if (!isOnce(operation)) return (record && isOpen(record) && record.key) || newUuid()
  if (record?.state !== 'done') return record?.key ?? id
  return digest(flags.again ? [id, newUuid()] : [record.key])
}

interface BegunOperation {
  journal: Journal
  id: string
  key: string
}

async function sendJournaled(
  context: Context,
  operation: Operation,
  { journal, id, key }: BegunOperation,
) {
  try {
    const answer = await send(context, operation, key)
    await writeOrWarn(context, journal, { id, state: 'done', answer })
    return answer
  } catch (error) {
    const state = await stateAfterError(context, error)
    await writeOrWarn(context, journal, { id, state })
    if (state !== 'unknown') throw error
    const details = error instanceof Failure ? error.details : {}
    const command = rerunCommand(context)
    if (context.host.stopped.aborted) context.output.note(context.messages.sending.stopped(command))
    const values = { ...details.values, command }
    throw new Failure('outcome_unknown', { ...details, values }, { cause: error })
  }
}

/** Writes to the journal after the request. A write error only warns: the request has been sent. */
async function writeOrWarn(
  context: Context,
  journal: Journal,
  entry: Omit<Entry, 'at'>,
): Promise<void> {
  try {
    await journal.write(entry)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await context.output.warn(context.messages.sending.notWritten)
  }
}

/** The journal state after a request that failed. */
async function stateAfterError(context: Context, error: unknown): Promise<State> {
  if (!(error instanceof Failure) || error.code === 'outcome_unknown') return 'unknown'
  if (lostCodes.has(error.code)) return 'lost'
  if (error.code !== 'interrupted' && error.code !== 'terminated') return 'refused'
  const client = await context.client()
  const isKeyed = await client.offers('idempotency').catch(() => false) // unknown counts as not offered
  return isKeyed ? 'lost' : 'unknown'
}

/** Resending is safe: the request was never sent, or has a key that the server honors. */
const lostCodes = new Set<string>(['network', 'timed_out', 'unavailable', 'idempotency_in_flight'])

async function send(
  context: Context,
  { endpoint, request }: Operation,
  idempotencyKey: string,
): Promise<OperationResult> {
  const { host, output, messages } = context
  const client = await context.client({ isPublic: endpoint.access === 'public' })
  const { data, isRepeated } = await client.call(endpoint, request as never, {
    idempotencyKey,
    signal: host.stopped,
  })
  const answer = data as Fields // an operation answers one object
  await warnOfWaitingOptIns(context, answer)
  if (!isRepeated) return answer
  output.note(messages.run.repeated)
  return { ...answer, repeated: true }
}

/** Says that opt-in mails wait, because a number in JSON is easily overlooked. */
async function warnOfWaitingOptIns(
  { output, messages }: Context,
  { optin_waiting: count }: Fields,
): Promise<void> {
  if (typeof count === 'number') {
    await output.warn(fill(messages.run.optInWaiting, { count: output.local.number(count) }))
  }
}

/** Reads the state before the request. Only needed on a server without idempotency keys. */
async function readStateBefore(context: Context, { probe }: Operation): Promise<unknown> {
  if (!probe) return undefined
  const client = await context.client()
  if (await client.offers('idempotency', context.host.stopped)) return undefined
  await context.output.warn(context.messages.sending.noServerIdempotency)
  return probe.readState()
}

/** Marks what this operation reverts. It gets a new key, because the server still knows the old one. */
async function markUndone(context: Context, { endpoint, request }: Operation): Promise<void> {
  const { origin } = new URL(context.apiUrl())
  const route = routeOf(endpoint, request, context.apiUrl())
  const { effect } = endpoint
  try {
    const journal = openJournal(context)
    const undone = journal
      .findByOrigin(origin)
      .filter((record) => isUndoneBy(record, { effect, route }))
    for (const { id } of undone) await journal.write({ id, state: 'undone', key: newUuid() })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    await context.output.warn(context.messages.sending.notWritten)
  }
}
