import type { Role } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { hashPassword } from '../auth/password.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import {
  applyEdit,
  defaultShare,
  type Limits,
  type LimitsEdit,
  noShare,
  remainingLimits,
} from './quota.ts'
import { takeShare } from './quota-store.ts'
import { isAbove, readRole } from './roles.ts'
import { quotaExceeded } from './set-quota.ts'
import { type Account, findAccount, insertAccount, refuseTakenUsername } from './store.ts'
import { lockTree } from './tree-store.ts'

/**
 * Creates an account below the caller. It has at most the caller's role, and its limits come out of
 * the caller's.
 */
export const create =
  ({ db, clock }: Service): Handler<typeof contract.users.create> =>
  async (input, { account, transact, note }) => {
    const role = readRole(input.role ?? 'User')
    const now = clock.now()
    // Before the password is hashed, which takes longer than everything else. The transaction
    // decides.
    const caller = await findParent(db, account.id, role)
    await refuseTakenUsername(db, input.username)
    refuseBeyond(caller, minimumOf(caller, input.quota), now)
    const passHash = await hashPassword(input.pass, { requester: `account ${account.limitGroup}` })
    return transact(async (tx) => {
      await lockTree(tx)
      const parent = await findParent(tx, account.id, role)
      const id = await insertAccount(tx, {
        parentId: parent.id,
        username: input.username,
        email: input.email,
        nombre: input.nombre ?? '',
        role,
        passHash,
        language: input.language ?? account.language,
        timezone: parent.timezone,
        plan: parent.plan,
        isSandbox: parent.is_sandbox === 1,
        limits: await takeFirstLimits(tx, parent, input.quota, now),
        now,
      })
      const { username, email } = input
      note({ accountId: id, after: { username, email, role } })
      return { ok: true, id }
    })
  }

/** Returns the caller, who may create an account with this role. */
async function findParent(db: Executor, id: number, role: Role): Promise<Account> {
  const parent = await findAccount(db, id)
  if (parent.status !== 'active') throw new Failure('suspended')
  // The caller's role may have changed since authentication.
  const callerRole = readRole(parent.role)
  if (callerRole === 'User' || isAbove(role, callerRole)) throw new Failure('forbidden')
  return parent
}

/** The requested limits, and nothing else. */
const minimumOf = ({ rate_per_hour }: Account, requested: LimitsEdit = {}): Limits =>
  applyEdit({ ...noShare, rate_per_hour }, requested)

function refuseBeyond(parent: Account, limits: Limits, now: number): void {
  const remaining = remainingLimits(parent, now)
  const names = Object.keys(remaining) as (keyof Limits)[] // the keys of a literal
  if (names.some((name) => limits[name] > Math.max(remaining[name], 0))) {
    throw quotaExceeded(parent, limits, now)
  }
}

/** Takes the requested limits, and defaults for the rest if the parent has enough left. */
async function takeFirstLimits(
  tx: Executor,
  parent: Account,
  requested: LimitsEdit = {},
  now: number,
): Promise<Limits> {
  const { rate_per_hour } = parent
  const defaults = applyEdit(
    { ...defaultShare(remainingLimits(parent, now)), rate_per_hour },
    requested,
  )
  const minimum = minimumOf(parent, requested)
  if (minimum.rate_per_hour <= parent.rate_per_hour) {
    for (const limits of [defaults, minimum]) {
      if (await takeShare(tx, parent.id, limits, now)) return limits
    }
  }
  throw quotaExceeded(parent, minimum, now)
}
