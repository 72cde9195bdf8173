import type { Fields } from '../../client/request.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'
import { accountOf } from './account.ts'
import { againCommand } from './again-command.ts'
import { type Errand, type Identity, identify, isOnce } from './errand.ts'
import {
  isRemembered,
  type Journal,
  openJournal,
  refuseOtherBody,
  repeatMs,
  type Standing,
} from './journal.ts'

/** Its answer, when an earlier run has done this: then nothing goes out. Throws outcome_unknown. */
export async function settleEarlier(context: Context, errand: Errand): Promise<Fields | undefined> {
  const { flags, apiUrl } = context
  if (!isOnce(errand.endpoint)) return undefined
  const account = accountOf(context)
  const key = flags.idempotencyKey
  const identity = identify(errand, { account, apiUrl: apiUrl(), key })
  const journal = openJournal(context)
  const standing = journal.standing(identity.id)
  // A request that is under way in another run is not lost.
  const unlock = standing && isOpen(standing) ? journal.lock(identity.lock) : undefined
  try {
    return await settle(context, errand, { identity, journal })
  } finally {
    unlock?.()
  }
}

interface Settling {
  identity: Identity
  journal: Journal
}

export async function settle(
  context: Context,
  errand: Errand,
  { identity, journal }: Settling,
): Promise<Fields | undefined> {
  const { flags, host, output, words } = context
  const standing = journal.standing(identity.id)
  if (standing && flags.idempotencyKey !== undefined) refuseOtherBody(standing, identity.body)
  if (!standing || !isOpen(standing)) {
    if (flags.settle && standing?.state !== settledAs[flags.settle]) {
      throw new Failure('nothing_to_settle')
    }
    const isRepeat = standing && !flags.again && isRemembered(standing, host.clock.now())
    if (!isRepeat) return undefined
    output.note(words.sending.doneBefore(output.local.time(Date.parse(standing.begunAt))))
    return answerOf(standing.answer)
  }

  const when = output.local.time(Date.parse(standing.begunAt))
  if (flags.settle === 'sent') {
    await journal.write({ id: identity.id, state: 'done', answer: {} })
    output.note(words.sending.settledSent(when))
    return {}
  }
  if (flags.settle === 'unsent') {
    await journal.write({ id: identity.id, state: 'refused' })
    output.note(words.sending.settledUnsent(when))
    return undefined
  }
  if (await isSafeAgain(context, standing)) return undefined
  const answer = await errand.witness?.tell(standing.before)
  if (!answer) {
    throw new Failure('outcome_unknown', {
      values: { since: when, command: againCommand(context) },
    })
  }
  await journal.write({ id: identity.id, state: 'done', answer })
  output.note(words.sending.foundDone(when))
  return answer
}

/** What is settled already may be settled so once more. */
const settledAs = { sent: 'done', unsent: 'refused' } as const

/** Nobody has said yet what became of it. */
const isOpen = ({ state }: Standing): boolean =>
  state === 'begun' || state === 'lost' || state === 'unknown'

/** The server would know it by its key, and give the first answer again. */
async function isSafeAgain({ client, host }: Context, standing: Standing): Promise<boolean> {
  // A little less than servers keep a key, for clocks that differ.
  const isKept = host.clock.now() - Date.parse(standing.begunAt) < repeatMs - 3_600_000
  if (!isKept) return false
  return standing.state === 'lost' || (await client()).offers('idempotency', host.stopped)
}

const answerOf = (answer: unknown): Fields =>
  typeof answer === 'object' && answer !== null ? (answer as Fields) : {} // written by us
