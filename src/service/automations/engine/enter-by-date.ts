import { zoneField } from '../../campaigns/recipient-hour.ts'
import { fieldValuesOf } from '../../campaigns/values-store.ts'
import { sliceSize, whileMore } from '../../database/slices.ts'
import type { Service } from '../../service.ts'
import { findAccount } from '../../users/store.ts'
import type { Flow } from '../definition.ts'
import { type DateTrigger, daysWithin, momentOf, type Span, valuesOn } from './date-moments.ts'
import { findDateField, selectHaving } from './dates-store.ts'
import { type Entrance, enrol } from './enrol.ts'
import type { Entry } from './enrol-store.ts'
import { dayMs, zoneOr } from './moment.ts'
import { type Running, setDatesUntil } from './running-store.ts'

/** Zones are a whole number of quarters from UTC: nothing falls due between. */
const quarterMs = 900_000

/**
 * Lets those in whose date has come since it was looked last. What was missed because the automation
 * was paused, or by more than a day because the service was down, is missed: nobody wants a birthday
 * mail in the week after.
 */
export async function enterByDate(
  service: Service,
  { id, accountId, version, datesUntil, activatedAt }: Running,
  flow: Flow,
): Promise<void> {
  const { trigger } = flow
  const now = service.clock.now()
  if (trigger.type !== 'date_field') return
  const isDue = Math.floor(now / quarterMs) > Math.floor((datesUntil ?? 0) / quarterMs)
  if (!isDue) return
  if (datesUntil !== null) {
    const span = { from: Math.max(datesUntil, activatedAt, now - dayMs), to: now }
    const entrance = { automationId: id, accountId, version, flow }
    for (const day of daysWithin(trigger, span)) {
      await enterOfDay(service, entrance, trigger, day, span)
    }
  }
  await setDatesUntil(service.db, id, now)
}

/** Once each, however often it is begun again: the day is part of the occasion. */
async function enterOfDay(
  { db, reader, clock }: Service,
  entrance: Entrance,
  trigger: DateTrigger,
  day: number,
  { from, to }: Span,
): Promise<void> {
  const { accountId } = entrance
  const place = { accountId, listId: Number(trigger.list_id), field: trigger.field }
  const fieldId = await findDateField(db, place)
  if (fieldId === undefined) return
  const { timezone } = await findAccount(db, accountId)
  const ranges = valuesOn(trigger, day)
  const name = new Date(day).toISOString().slice(0, 10)
  let after = 0
  await whileMore(async () => {
    const page = { after, limit: sliceSize }
    const contacts = await selectHaving(reader, fieldId, ranges, page)
    const held = await fieldValuesOf(reader, contacts)
    const entries = contacts.flatMap((contactId): Entry[] => {
      const zone = zoneOr(held.get(contactId)?.[zoneField], timezone)
      const at = momentOf(trigger, day, zone)
      return at > from && at <= to ? [{ contactId, key: `date:${contactId}:${name}` }] : []
    })
    if (entries.length > 0) {
      await db.transaction().execute((tx) => enrol(tx, entrance, entries, clock.now()))
    }
    after = contacts.at(-1) ?? after
    return contacts.length === sliceSize
  })
}
