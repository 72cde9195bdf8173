import { dayMs, quarterHourMs } from '../../../../core/time.ts'
import { fieldValuesOf } from '../../../campaigns/field-values-store.ts'
import { timezoneField } from '../../../campaigns/sending/recipient-timezone.ts'
import { sliceSize, whileMore } from '../../../database/slices.ts'
import type { Service } from '../../../service.ts'
import { findAccount } from '../../../users/store.ts'
import type { Flow } from '../../definition.ts'
import { zoneOrDefault } from '../local-time.ts'
import { type RunningAutomation, setDatesUntil } from '../running-store.ts'
import { findDateField, selectContactsByDate } from './date-fields-store.ts'
import {
  type DateTrigger,
  daysWithin,
  fieldRangesFor,
  type TimeRange,
  triggerInstant,
} from './date-trigger.ts'
import { type Enrollment, type EnrollmentTarget, enrollContacts } from './enroll.ts'

/**
 * Enrolls contacts whose date has come since the last check. Dates that passed while the automation
 * was paused, or more than a day ago, are skipped: a birthday mail a week late is unwanted.
 */
export async function enrollByDate(
  service: Service,
  { id, accountId, version, datesUntil, activatedAt }: RunningAutomation,
  flow: Flow,
): Promise<void> {
  const { trigger } = flow
  const now = service.clock.now()
  if (trigger.type !== 'date_field') return
  // Time zones differ from UTC by multiples of it, so nothing falls due in between.
  const quarter = Math.floor(now / quarterHourMs)
  if (quarter <= Math.floor((datesUntil ?? 0) / quarterHourMs)) return
  if (datesUntil !== null) {
    const range = { from: Math.max(datesUntil, activatedAt, now - dayMs), to: now }
    const target = { automationId: id, accountId, version, flow }
    for (const day of daysWithin(trigger, range)) {
      await enrollForDay(service, target, trigger, day, range)
    }
  }
  await setDatesUntil(service.db, id, now)
}

/** Enrolls each contact once, even if repeated, because the day is part of the enrollment key. */
async function enrollForDay(
  { db, reader, clock }: Service,
  target: EnrollmentTarget,
  trigger: DateTrigger,
  day: number,
  { from, to }: TimeRange,
): Promise<void> {
  const { accountId } = target
  const dateField = { accountId, listId: Number(trigger.list_id), field: trigger.field }
  const fieldId = await findDateField(db, dateField)
  if (fieldId === undefined) return
  const { timezone } = await findAccount(db, accountId)
  const ranges = fieldRangesFor(trigger, day)
  const name = new Date(day).toISOString().slice(0, 10)
  let after = 0
  await whileMore(async () => {
    const page = { after, limit: sliceSize }
    const contacts = await selectContactsByDate(reader, fieldId, ranges, page)
    const valuesOf = await fieldValuesOf(reader, accountId, contacts)
    const enrollments = contacts.flatMap((contactId): Enrollment[] => {
      const zone = zoneOrDefault(valuesOf.get(contactId)?.[timezoneField], timezone)
      const instant = triggerInstant(trigger, day, zone)
      return instant > from && instant <= to
        ? [{ contactId, key: `date:${contactId}:${name}` }]
        : []
    })
    if (enrollments.length > 0) {
      await db.transaction().execute((tx) => enrollContacts(tx, target, enrollments, clock.now()))
    }
    after = contacts.at(-1) ?? after
    return contacts.length === sliceSize
  })
}
