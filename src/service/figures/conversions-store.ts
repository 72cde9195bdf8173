import { sql } from 'kysely'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { ConversionRow } from '../database/schema/campaign.ts'
import { addFigures } from './addition-store.ts'

/**
 * Inserts a conversion. Returns false if it was recorded before, or if its recipient has `maxPerRecipient`
 * already.
 */
export async function addConversion(
  tx: Executor,
  conversion: Omit<ConversionRow, 'id'>,
  maxPerRecipient: number,
): Promise<boolean> {
  const { account_id, campaign_id, recipient_id, contact_id, name, event_id } = conversion
  const { value, currency, at } = conversion
  const { numAffectedRows = 0n } = await sql`
    insert into conversions
      (account_id, campaign_id, recipient_id, contact_id, name, event_id, value, currency, at)
    select ${account_id}, ${campaign_id}, ${recipient_id}, ${contact_id}, ${name}, ${event_id},
      ${value}, ${currency}, ${at}
    where (
      select count(*) from conversions c where c.recipient_id = ${recipient_id}
    ) < ${maxPerRecipient} and ${dialectOf(tx).countsFigures}
    on conflict do nothing
  `.execute(tx)
  if (numAffectedRows === 0n) return false
  const figure = { account_id, campaign_id, measure: 'conversions', count: 1 }
  await addFigures(tx, [{ ...figure, key: currency ?? '', amount: value ?? 0 }])
  return true
}
