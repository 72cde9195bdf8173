import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { hourMs } from '../../../core/time.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { endOf, issueKey } from './issue.ts'
import { type ApiKey, findKey, replaceKey } from './store.ts'

/**
 * Creates a key with the name and scopes of another, which works until the grace period ends, so that
 * programs can be changed one after another.
 */
export const rotate =
  ({ clock }: Service): Handler<typeof contract.keys.rotate> =>
  ({ key: keyId, grace_hours: graceHours, expires_at }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      const old = await findKey(tx, { accountId: account.id, keyId })
      if (old.replaced_by !== null) throw new Failure('wrong_state')
      const graceEnd = now + graceHours * hourMs
      const oldEnd = Math.min(old.expires_at ?? graceEnd, graceEnd)
      await replaceKey(tx, { id: old.id, by: old.id, expiresAt: oldEnd })
      const created = await issueKey(tx, {
        account_id: account.id,
        name: old.name,
        scopes: old.scopes,
        created_at: now,
        expires_at: expires_at === undefined ? sameTime(old, now) : endOf(expires_at, now),
      })
      await replaceKey(tx, { id: old.id, by: created.id, expiresAt: oldEnd })
      note({ before: { prefix: old.prefix }, after: { prefix: created.prefix } })
      return created
    })

/** The end of a key that is valid for as long as another. */
const sameTime = ({ created_at, expires_at }: ApiKey, now: number): number | null =>
  expires_at === null ? null : now + (expires_at - created_at)
