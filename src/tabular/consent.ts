import { readStatus, type StatedStatus } from '../contract/stated-status.ts'
import { foldHeading } from '../core/fold-name.ts'
import { parseDate } from './field-values.ts'
import type { ConsentField } from './heading.ts'
import type { Mapping } from './mapping.ts'

/** What a row says about the consent of its contact, in the format of the API. */
export interface ContactConsent {
  status?: StatedStatus
  unsubscribed_at?: string
  confirmed_at?: string
  created_at?: string
  suppression?: (typeof suppressions)[number]
  suppression_scope?: (typeof scopes)[number]
  reason?: string
}

const suppressions = ['bounce', 'unsubscribe', 'complaint', 'manual'] as const
const scopes = ['account', 'list'] as const

/** A cell that is not empty. */
export interface ConsentCell {
  target: ConsentField
  text: string
}

const fields: ReadonlySet<string> = new Set<ConsentField>([
  ...(['status', 'unsubscribed_at', 'bounced_at', 'complained_at', 'suppressed_at'] as const),
  ...(['confirmed_at', 'created_at', 'suppression', 'suppression_scope', 'reason'] as const),
])

export const isConsentField = (target: string): target is ConsentField => fields.has(target)

/** The status that a column sets for a row with a date or a yes in it. */
const statusOfColumn: Partial<Record<ConsentField, StatedStatus>> = {
  unsubscribed_at: 'unsubscribed',
  bounced_at: 'bounced',
  complained_at: 'complained',
  suppressed_at: 'suppressed',
}

/** From the weakest. Of what the columns of a row say, the strongest counts. */
const strengths: readonly StatedStatus[] = [
  'active',
  'unconfirmed',
  'bounced',
  'unsubscribed',
  'suppressed',
  'complained',
]

const strongest = (statuses: readonly StatedStatus[]): StatedStatus | undefined =>
  strengths.findLast((status) => statuses.includes(status))

const no = new Set([
  ...['no', 'n', 'false', 'falso', 'f', 'off', '0', 'never', 'nunca'],
  ...['', 'null', 'none', 'nil', 'n a', 'na', 'undefined', 'ninguno', 'ninguna'],
])

/** The dates that databases write where there is none. */
const noDate = /^000[01]-0[01]-0[01](?:\D|$)/

/** Whether a column of a date, or of yes and no, says no or nothing. */
const isEmpty = (text: string): boolean => no.has(foldHeading(text)) || noDate.test(text)

/**
 * Adds what the cells of a row say about consent. A date that cannot be read is left out, but the
 * contact is still one that opted out.
 */
export function addConsent(contact: ContactConsent, cells: readonly ConsentCell[]): void {
  let status: StatedStatus | undefined
  const optOuts: { status: StatedStatus; time: string | undefined }[] = []
  for (const { target, text } of cells) {
    const ofColumn = statusOfColumn[target]
    if (target === 'status') status = readStatus(text)
    else if (ofColumn && !isEmpty(text)) optOuts.push({ status: ofColumn, time: timeIn(text) })
    else if (!ofColumn) setConsent(contact, target, text)
  }
  const { confirmed_at } = contact
  const isSettled = ({ time }: (typeof optOuts)[number]): boolean =>
    status === 'active' && time !== undefined && confirmed_at !== undefined && time < confirmed_at
  const open = optOuts.filter((optOut) => !isSettled(optOut))
  const stated = strongest([...(status ? [status] : []), ...open.map((optOut) => optOut.status)])
  if (stated) contact.status = stated
  const time = open.map((optOut) => optOut.time).find((each) => each !== undefined)
  if (time !== undefined) contact.unsubscribed_at = time
}

/** Sets what does not decide on the status. */
function setConsent(contact: ContactConsent, target: ConsentField, text: string): void {
  if (target === 'confirmed_at' || target === 'created_at') {
    const time = timeIn(text)
    if (time !== undefined) contact[target] = time
  } else if (target === 'suppression') {
    const type = suppressionIn(text)
    if (type) contact.suppression = type
  } else if (target === 'suppression_scope') {
    const scope = scopes.find((each) => each === foldHeading(text))
    if (scope) contact.suppression_scope = scope
  } else contact.reason = readableText(text)
}

/** The statuses that an import keeps and counts, in the order of their counts. */
export const keptStatuses = [
  'unsubscribed',
  'complained',
  'bounced',
  'suppressed',
  'unconfirmed',
] as const
type KeptStatus = (typeof keptStatuses)[number]

/** Returns the status under which an import counts a contact that gets no mail. */
export function keptStatusOf({ status, suppression }: ContactConsent): KeptStatus | undefined {
  // Most contacts say nothing.
  if (status === undefined && suppression === undefined) return undefined
  const ofSuppression = suppression && statusOfType[suppression]
  const stated = strongest([status, ofSuppression].filter((each) => each !== undefined))
  return keptStatuses.find((each) => each === stated)
}

const statusOfType = {
  bounce: 'bounced',
  unsubscribe: 'unsubscribed',
  complaint: 'complained',
  manual: 'suppressed',
} as const

/** Whether any column of a mapping is about consent. */
export const mapsConsent = ({ columns }: Pick<Mapping, 'columns'>): boolean =>
  columns.some(({ target }) => typeof target === 'string' && isConsentField(target))

/** Removes what a contact says about consent. */
export function withoutConsent<Contact extends ContactConsent>(
  contact: Contact,
): Omit<Contact, keyof ContactConsent> {
  const {
    status: _status,
    unsubscribed_at: _unsubscribedAt,
    confirmed_at: _confirmedAt,
    created_at: _createdAt,
    suppression: _suppression,
    suppression_scope: _scope,
    reason: _reason,
    ...data
  } = contact
  return data
}

const typeStrengths = ['bounce', 'manual', 'unsubscribe', 'complaint'] as const

/**
 * Combines what two rows say about the consent of one contact. An opt-out in either row remains, in
 * whatever order they come.
 */
export function mergeConsent(earlier: ContactConsent, later: ContactConsent): ContactConsent {
  const merged: ContactConsent = {}
  const status = strongest([earlier.status, later.status].filter((each) => each !== undefined))
  if (status) merged.status = status
  const types = [earlier.suppression, later.suppression]
  const suppression = typeStrengths.findLast((type) => types.includes(type))
  if (suppression) merged.suppression = suppression
  const isOfAccount =
    earlier.suppression_scope === 'account' || later.suppression_scope === 'account'
  const scope = isOfAccount ? 'account' : (later.suppression_scope ?? earlier.suppression_scope)
  if (scope) merged.suppression_scope = scope
  for (const name of ['unsubscribed_at', 'confirmed_at', 'created_at', 'reason'] as const) {
    const value = later[name] ?? earlier[name]
    if (value !== undefined) merged[name] = value
  }
  return merged
}

/** The strongest suppression that a word can mean. An unknown word is the owner's decision. */
function suppressionIn(text: string): (typeof suppressions)[number] | undefined {
  switch (readStatus(text)) {
    case 'complained':
      return 'complaint'
    case 'unsubscribed':
      return 'unsubscribe'
    case 'bounced':
      return 'bounce'
    default:
      return isEmpty(text) ? undefined : 'manual'
  }
}

/** ISO 8601; undefined for text that is not a date. */
function timeIn(text: string): string | undefined {
  const seconds = parseDate(text.trim())
  // `parseDate` cuts the milliseconds, which an own export has.
  const exact = /\dT[\d:]{0,12}\.\d/.test(text) ? Date.parse(text) : Number.NaN
  const time = seconds === undefined ? Number.NaN : exact || seconds * 1000
  const isInRange = time > 0 && time < maxTime
  return isInRange ? new Date(time).toISOString() : undefined
}

/** The year 3000, so that the text has four digits for the year. */
const maxTime = Date.UTC(3000, 0, 1)

const maxReasonLength = 500

/** A reason is for display only, so it is shortened and cleaned instead of refused. */
const readableText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cs}\ufffd]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength)
    .toWellFormed()
