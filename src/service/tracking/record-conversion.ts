import { conversionInput } from '../../contract/shapes/campaign-recipients.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import {
  type ConversionTarget,
  readConversionToken,
} from '../campaigns/reporting/conversion-token.ts'
import {
  type Conversion,
  countConversions,
  findConverted,
} from '../campaigns/reporting/conversions-store.ts'
import { recordConversion } from '../campaigns/reporting/record-conversion.ts'
import { inTransaction } from '../database/transaction.ts'
import { createWindow } from '../http/limits/limits-window.ts'
import type { PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'

/**
 * Conversions of one recipient that the pixel records within a day. Anyone with the link of a message
 * can request the pixel with events of their own; a shop's server uses the API, which has no such
 * limit.
 */
const maxPerDay = 20
/** Requests of one recipient that reach the database within a minute. */
const maxPerMinute = 30

/** Names of events that the pixel adds. The API can add more. */
const maxNamesOfPixel = 50

type Report = Pick<PageRequest, 'params' | 'query'>

/**
 * Records conversions reported by the pixel of a thank-you page. The token names the recipient.
 * Requests beyond the limits are ignored.
 */
export function createConversionRecorder({ db, clock, secrets }: Service) {
  const requests = createWindow(minuteMs)

  return async ({ params, query }: Report): Promise<void> => {
    const named = readConversionToken(params.token ?? '', secrets.mac)
    const conversion = named && readConversion(query, named)
    if (!named || !conversion) return
    const now = clock.now()
    if (requests.add(`${named.recipient}`, now) > maxPerMinute) return
    await inTransaction(db, async (tx) => {
      const recipient = await findConverted(tx, named)
      if (!recipient || (await countConversions(tx, recipient.id, now - dayMs)) >= maxPerDay) return
      await recordConversion(tx, recipient, conversion, { now, maxNames: maxNamesOfPixel })
    })
  }
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
