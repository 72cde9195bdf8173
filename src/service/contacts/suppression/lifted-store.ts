import type { Executor } from '../../database/dialect.ts'
import type { LiftedSuppressionRow } from '../../database/schema/contact.ts'

/** A suppression that an operator lifted, as it is read. */
export type LiftedSuppression = Omit<LiftedSuppressionRow, 'id'> & { id: number }

interface PersonRef {
  accountId: number
  emailKey: string
}

/** Returns what operators have lifted for an address, the oldest first. */
export const selectLifted = (
  db: Executor,
  { accountId, emailKey }: PersonRef,
): Promise<LiftedSuppression[]> =>
  db
    .selectFrom('lifted_suppressions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('email_key', '=', emailKey)
    .orderBy('id')
    .execute()
