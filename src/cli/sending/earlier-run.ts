import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import { hourMs } from '../../core/time.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { Operation } from '../command/operation.ts'
import type { Context } from '../context/context.ts'
import { accountOf } from './account.ts'
import {
  isRemembered,
  type Journal,
  type OperationRecord,
  openJournal,
  refuseOtherBody,
  repeatWindowMs,
} from './journal.ts'
import { type Identity, identify, isOnce, isRecorded } from './operation-identity.ts'
import { rerunCommand } from './rerun-command.ts'

/** Returns the answer if an earlier run has done this operation. Throws Failure `outcome_unknown`. */
export async function findEarlierAnswer(
  context: Context,
  operation: Operation,
): Promise<Fields | undefined> {
  const { flags, apiUrl } = context
  if (!isRecorded(operation)) return undefined
  const account = accountOf(context)
  const key = flags.idempotencyKey
  const identity = identify(operation, { account, apiUrl: apiUrl(), key })
  const journal = openJournal(context)
  const record = journal.find(identity.id)
  // Without the lock, a request that another run is sending would look lost.
  const unlock = record && isOpen(record) ? journal.lock(identity.lock) : undefined
  try {
    return await resolveEarlierRun(context, operation, { identity, journal })
  } finally {
    unlock?.()
  }
}

interface Lookup {
  identity: Identity
  journal: Journal
}

export async function resolveEarlierRun(
  context: Context,
  operation: Operation,
  { identity, journal }: Lookup,
): Promise<Fields | undefined> {
  const { flags, host, output, messages } = context
  const record = journal.find(identity.id)
  if (record && flags.idempotencyKey !== undefined) refuseOtherBody(record, identity.body)
  if (!record || !isOpen(record)) {
    if (flags.settle && record?.state !== stateOfFlag[flags.settle]) {
      throw new Failure('nothing_to_settle')
    }
    // Without a key, what is created anew each time is a repeat only of what was settled.
    const mayRepeat = isOnce(operation) || flags.idempotencyKey !== undefined || flags.settle
    const isRepeat = record && !flags.again && mayRepeat && isRemembered(record, host.clock.now())
    if (!isRepeat) return undefined
    const when = output.local.time(Date.parse(record.begunAt))
    const { idempotencyKey: key } = flags
    output.note(
      // The server knows the key too, so --again would do nothing.
      key === undefined
        ? repeatSentence(operation, messages, when)
        : messages.sending.doneWithKey(when),
    )
    return answerOf(record.answer)
  }

  const when = output.local.time(Date.parse(record.begunAt))
  if (flags.settle === 'sent') {
    await journal.write({ id: identity.id, state: 'done', answer: {} })
    output.note(messages.sending.settledSent(when))
    return {}
  }
  if (flags.settle === 'unsent') {
    await journal.write({ id: identity.id, state: 'refused' })
    output.note(messages.sending.settledUnsent(when))
    return undefined
  }
  if (await isSafeAgain(context, record)) return undefined
  const answer = await operation.probe?.findAnswer(record.before)
  if (!answer) {
    throw new Failure('outcome_unknown', {
      values: { since: when, command: rerunCommand(context) },
    })
  }
  await journal.write({ id: identity.id, state: 'done', answer })
  output.note(messages.sending.foundDone(when))
  return answer
}

/** The state that each value of `--settle` leaves. Repeating the flag is allowed. */
const stateOfFlag = { sent: 'done', unsent: 'refused' } as const

/** Says what was done before, and that nothing was done now. */
function repeatSentence(
  { endpoint, request, slot }: Operation,
  { sending }: Messages,
  when: string,
): string {
  const sentences: Readonly<Record<string, string>> = sending.doneOf
  const route = slot === undefined ? `${endpoint.method} ${endpoint.path}` : 'scheduled'
  const sentence = sentences[route]
  const id = typeof request.id === 'object' ? undefined : request.id
  return sentence === undefined || (id === undefined && sentence.includes('{id}'))
    ? sending.doneBefore(when)
    : fill(sentence, { when, id: String(id) })
}

/** Whether the outcome is still unknown. */
export const isOpen = ({ state }: OperationRecord): boolean =>
  state === 'begun' || state === 'lost' || state === 'unknown'

/** Whether resending is safe: the server recognizes the key and repeats its first answer. */
async function isSafeAgain({ client, host }: Context, record: OperationRecord): Promise<boolean> {
  // An hour less than servers keep a key, because clocks differ.
  const isKept = host.clock.now() - Date.parse(record.begunAt) < repeatWindowMs - hourMs
  if (!isKept) return false
  return record.state === 'lost' || (await client()).offers('idempotency', host.stopped)
}

const answerOf = (answer: unknown): Fields =>
  typeof answer === 'object' && answer !== null ? (answer as Fields) : {} // written by us
