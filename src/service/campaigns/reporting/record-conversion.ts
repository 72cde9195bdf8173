import { recordEvents } from '../../custom-events/record.ts'
import type { Executor } from '../../database/dialect.ts'
import { type Conversion, type ConvertedRecipient, insertConversion } from './conversions-store.ts'

interface Recording {
  now: number
  /** The names of events that the account may have before this adds none. */
  maxNames?: number
}

/**
 * Records a conversion for the campaign, and as an event with a value for the contact. Returns false when it
 * was recorded before.
 */
export async function recordConversion(
  tx: Executor,
  recipient: ConvertedRecipient,
  conversion: Conversion,
  recording: Recording,
): Promise<boolean> {
  if (!(await insertConversion(tx, recipient, conversion, recording.now))) return false
  const { account_id: accountId, campaign_id: campaignId, contact_id } = recipient
  const { name, value, currency } = conversion
  // A contact that was deleted meanwhile has no events.
  await recordEvents(tx, [{ name, contact_id, value, currency }], {
    ...recording,
    ...{ accountId, campaignId, isSilent: true },
  })
  return true
}
