import { conversionInput } from '../../contract/shapes/campaign-recipients.ts'
import {
  type ConversionTarget,
  readConversionToken,
} from '../campaigns/reporting/conversion-token.ts'
import {
  type Conversion,
  findConverted,
  insertConversion,
} from '../campaigns/reporting/conversions-store.ts'
import { inTransaction } from '../database/transaction.ts'
import type { PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'

/**
 * Records a conversion reported by the pixel of a thank-you page. The token names the recipient.
 */
export async function recordConversion(
  { db, clock, secrets }: Pick<Service, 'db' | 'clock' | 'secrets'>,
  { params, query }: Pick<PageRequest, 'params' | 'query'>,
): Promise<void> {
  const named = readConversionToken(params.token ?? '', secrets.mac)
  const conversion = named && readConversion(query, named)
  if (!named || !conversion) return
  await inTransaction(db, async (tx) => {
    const recipient = await findConverted(tx, named)
    if (recipient) await insertConversion(tx, recipient, conversion, clock.now())
  })
}

/** Without an `event_id`, a conversion counts once per recipient and name. */
function readConversion(
  { name, event_id, value, currency }: PageRequest['query'],
  { recipient }: ConversionTarget,
): Conversion | undefined {
  const { data } = conversionInput.safeParse({
    name,
    event_id: event_id ?? `${recipient}:${name}`,
    ...(value !== undefined && { value: Number(value) }),
    ...(currency !== undefined && { currency }),
  })
  return data
}
