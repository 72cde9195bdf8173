import type { Executor } from '../../database/dialect.ts'
import type { RefusalKind } from '../../mail/refusal-rules/refusal-kinds.ts'
import type { MessageOutcome } from './bounce-policy.ts'

/** Returns the present address of a contact, or undefined if it was deleted. */
export const findContactAddress = (
  tx: Executor,
  contactId: number,
): Promise<{ email: string; email_key: string } | undefined> =>
  tx
    .selectFrom('contacts')
    .select(['email', 'email_key'])
    .where('id', '=', contactId)
    .executeTakeFirst()

/** Returns the outcomes of the messages to a contact up to the given one, newest first. */
export async function selectMessageOutcomes(
  tx: Executor,
  { contactId, upTo, limit }: { contactId: number; upTo: number; limit: number },
): Promise<MessageOutcome[]> {
  const rows = await tx
    .selectFrom('recipients')
    .leftJoin('bounces', 'bounces.recipient_id', 'recipients.id')
    .select(['bounces.kind', 'bounces.at'])
    .where('recipients.contact_id', '=', contactId)
    .where('recipients.id', '<=', upTo)
    .where(({ or, eb }) =>
      or([eb('recipients.state', '=', 'sent'), eb('bounces.recipient_id', 'is not', null)]),
    )
    .orderBy('recipients.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ kind, at }) => ({ kind: kind as RefusalKind | null, bouncedAt: at }))
}
