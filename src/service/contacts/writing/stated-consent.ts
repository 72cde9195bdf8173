import type { ContactStatus } from '../../../contract/shapes/contact.ts'
import type { suppressionScopes } from '../../../contract/shapes/suppression.ts'
import { readStatus, type StatedStatus } from '../../../contract/stated-status.ts'
import type { SuppressionType } from '../suppression/suppressions-store.ts'

/** What a submitted contact says about its consent, in the format of the API. */
export interface SubmittedConsent {
  status?: string | undefined
  unsubscribed_at?: string | undefined
  confirmed_at?: string | undefined
  created_at?: string | undefined
  suppression?: SuppressionType | undefined
  suppression_scope?: Scope | undefined
  reason?: string | undefined
}

type Scope = (typeof suppressionScopes)[number]

/** The same, as it is written. */
export interface StatedConsent {
  /** The status of a new contact. Undefined: the default of the list. */
  status: ContactStatus | undefined
  optOut: OptOut | undefined
  confirmedAt: number | null
  createdAt: number | null
}

export interface OptOut {
  type: SuppressionType
  scope: Scope
  reason: string
  /** The time of the person's decision or of the bounce; null if unknown. */
  at: number | null
}

const typeOfStatus: Record<StatedStatus, SuppressionType | undefined> = {
  active: undefined,
  unconfirmed: undefined,
  bounced: 'bounce',
  unsubscribed: 'unsubscribe',
  suppressed: 'unsubscribe',
  complained: 'complaint',
}

/** From the weakest. A contact that both unsubscribed and is suppressed by the owner unsubscribed. */
const typeStrengths = ['bounce', 'manual', 'unsubscribe', 'complaint'] as const

const statusOfType = {
  complaint: 'complained',
  unsubscribe: 'unsubscribed',
  bounce: 'bounced',
  manual: undefined,
} as const

/** The reason of an opt-out for which the file or request gives none. */
const defaultReason = 'import'

/** Returns what a contact says about its consent; undefined if it says nothing. */
export function readConsent(submitted: SubmittedConsent): StatedConsent | undefined {
  const { status: written, unsubscribed_at, confirmed_at, created_at, suppression } = submitted
  // Most contacts say nothing, and a batch has thousands.
  const said = written ?? suppression ?? unsubscribed_at ?? confirmed_at ?? created_at
  if (said === undefined) return undefined
  const stated = written === undefined ? undefined : readStatus(written)
  const type = strongestType(submitted, stated)
  const isSilent = stated === undefined && type === undefined
  if (isSilent && confirmed_at === undefined && created_at === undefined) return undefined
  // A suppression by the owner leaves the status as it is.
  const ownStatus = stated === 'suppressed' ? 'unsubscribed' : stated
  const isStrongest =
    type === undefined || type === 'manual' || typeOfStatus[stated ?? 'active'] === type
  const status = isStrongest ? ownStatus : statusOfType[type]
  const isOfAccount =
    type === 'complaint' ||
    type === 'bounce' ||
    stated === 'suppressed' ||
    (suppression !== undefined && submitted.suppression_scope === 'account')
  return {
    status: status === 'active' ? undefined : status,
    optOut: type && {
      type,
      scope: isOfAccount ? 'account' : 'list',
      reason: submitted.reason || defaultReason,
      at: timeOf(unsubscribed_at),
    },
    confirmedAt: timeOf(confirmed_at),
    createdAt: timeOf(created_at),
  }
}

function strongestType(
  { suppression, unsubscribed_at, confirmed_at }: SubmittedConsent,
  stated: StatedStatus | undefined,
): SuppressionType | undefined {
  const unsubscribedAt = timeOf(unsubscribed_at)
  const hasLeft = unsubscribedAt !== null && unsubscribedAt >= (timeOf(confirmed_at) ?? 0)
  const isOpen = stated === undefined || stated === 'active' || stated === 'unconfirmed'
  const types = [
    suppression,
    stated && typeOfStatus[stated],
    // A date alone says that the person left, unless they confirmed after it.
    hasLeft && isOpen ? 'unsubscribe' : undefined,
  ]
  return typeStrengths.findLast((type) => types.includes(type))
}

const timeOf = (text: string | undefined): number | null =>
  text === undefined ? null : Date.parse(text)

/** Combines what two rows say about one contact: the later one counts, but no opt-out is lost. */
export function mergeStated(
  earlier: StatedConsent | undefined,
  later: StatedConsent | undefined,
): StatedConsent | undefined {
  if (!earlier?.optOut) return later ?? earlier
  if (!later?.optOut) return earlier
  const strengthOf = ({ type }: OptOut): number => typeStrengths.indexOf(type)
  return strengthOf(earlier.optOut) > strengthOf(later.optOut) ? earlier : later
}

/** Whether a row is of a contact that gets no mail. The owner's decision alone changes no status. */
export const hasOptedOut = (consent: StatedConsent | undefined): boolean =>
  consent?.optOut !== undefined && consent.status !== undefined && consent.status !== 'unconfirmed'
