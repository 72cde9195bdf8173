import { conversionInput } from '../../contract/shapes/campaign-reach.ts'
import { type Converted, readConversionToken } from '../campaigns/conversion-token.ts'
import { type Conversion, findConverted, insertConversion } from '../campaigns/conversions-store.ts'
import { inTransaction } from '../database/transaction.ts'
import type { PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'

/** A picture on the page after a purchase says what happened, and to whom by the token of the link. */
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

/** Without a number of its own it counts once for each recipient and name. */
function readConversion(
  { name, event_id, value, currency }: PageRequest['query'],
  { recipient }: Converted,
): Conversion | undefined {
  const { data } = conversionInput.safeParse({
    name,
    event_id: event_id ?? `${recipient}:${name}`,
    ...(value !== undefined && { value: Number(value) }),
    ...(currency !== undefined && { currency }),
  })
  return data
}
