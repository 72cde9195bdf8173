import { eventInput } from '../../contract/shapes/custom-event.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { readConversionToken } from '../campaigns/reporting/conversion-token.ts'
import { findConverted } from '../campaigns/reporting/conversions-store.ts'
import { findName } from '../custom-events/catalogue-store.ts'
import { countRecordedSince } from '../custom-events/people-store.ts'
import { type EventPixel, readEventPixelToken } from '../custom-events/pixel-token.ts'
import { recordEvents } from '../custom-events/record.ts'
import { contactsById } from '../custom-events/store.ts'
import type { Executor } from '../database/dialect.ts'
import { inTransaction } from '../database/transaction.ts'
import { createWindow } from '../http/limits/limits-window.ts'
import type { PageRequest } from '../http/page.ts'
import type { Service } from '../service.ts'

/** Events of one contact and name that the pixel records within a day. Who sees the image can repeat it. */
const maxPerDay = 20
/** Requests of one token and contact that reach the database within a minute. */
const maxPerMinute = 30

type Report = Pick<PageRequest, 'params' | 'query'>

/**
 * Records the events of images on pages. The contact is in a signed token, so that a visitor can report
 * events of nobody else. Requests beyond the limits are ignored.
 */
export function createPixelEventRecorder({ db, clock, secrets, wake }: Service) {
  const requests = createWindow(minuteMs)

  return async ({ params: { token = '' }, query }: Report): Promise<void> => {
    const pixel = readEventPixelToken(token, secrets.mac)
    const named = pixel && readConversionToken(query.c ?? '', secrets.mac)
    if (!pixel || (pixel.contact === undefined && !named)) return
    const now = clock.now()
    const key = `${pixel.account} ${pixel.name} ${pixel.contact ?? named?.recipient}`
    if (requests.add(key, now) > maxPerMinute) return
    const isRecorded = await inTransaction(db, async (tx) => {
      const contact = pixel.contact ?? (named && (await contactOf(tx, pixel, named)))
      return contact !== undefined && record(tx, { ...pixel, contact }, query, now)
    })
    if (isRecorded) wake()
  }
}

/** The recipient of the account's message whose link led to the page. */
async function contactOf(
  tx: Executor,
  { account }: EventPixel,
  named: NonNullable<ReturnType<typeof readConversionToken>>,
): Promise<number | undefined> {
  const recipient = await findConverted(tx, named)
  return recipient?.account_id === account ? recipient.contact_id : undefined
}

async function record(
  tx: Executor,
  { account, name: nameId, contact: id }: Required<EventPixel>,
  query: PageRequest['query'],
  now: number,
): Promise<boolean> {
  const name = await findName(tx, account, nameId)
  const contact = id === undefined ? undefined : (await contactsById(tx, account, [id])).get(id)
  if (name === undefined || !contact) return false
  // Without an id of its own, an event of a contact counts once a day.
  const day = Math.floor(now / dayMs)
  const { data: event } = eventInput.safeParse({
    name,
    contact_id: contact.id,
    event_id: query.event_id ?? `pixel ${nameId} ${contact.email_key} ${day}`.slice(0, 255),
    ...(query.value !== undefined && { value: Number(query.value) }),
    ...(query.currency !== undefined && { currency: query.currency }),
  })
  const person = { emailKey: contact.email_key, nameId, since: now - dayMs }
  if (!event || (await countRecordedSince(tx, account, person)) >= maxPerDay) return false
  const [outcome] = await recordEvents(tx, [event], { accountId: account, now })
  return outcome !== undefined && outcome !== 'duplicate' && 'id' in outcome
}
