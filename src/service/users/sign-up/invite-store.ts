import type { Insertable } from 'kysely'
import type { Executor } from '../../database/dialect.ts'
import type { InviteRow } from '../../database/schema/account.ts'

export async function insertInvite(db: Executor, invite: Insertable<InviteRow>): Promise<number> {
  const { id } = await db
    .insertInto('invites')
    .values(invite)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Marks an invite as used. Returns false if there is none, or if it was used or has ended. */
export async function takeInvite(
  tx: Executor,
  hash: string,
  { usedBy, now }: { usedBy: number; now: number },
): Promise<boolean> {
  const taken = await tx
    .updateTable('invites')
    .set({ used_at: now, used_by: usedBy })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** How many invites of an account can still be used. */
export async function countOpenInvites(
  db: Executor,
  accountId: number,
  now: number,
): Promise<number> {
  const { count } = await db
    .selectFrom('invites')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}
