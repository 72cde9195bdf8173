import { toIsoTime } from '../../core/time.ts'
import { allInOrder } from '../database/batches/all-in-order.ts'
import type { Executor } from '../database/dialect.ts'
import { countVisits } from '../events/counter-delta-store.ts'
import { appendEvents } from '../events/outbox-store.ts'
import { appendSignals } from '../events/signals-store.ts'
import {
  addRepeatVisits,
  type Engagement,
  insertEngagements,
  markMachineClicks,
} from '../figures/visits-store.ts'
import { classifyVisit, type EarlierClick, type Visit } from './classify-visit.ts'
import {
  countStoredVisits,
  recomputeClickTimes,
  selectLinkIds,
  selectStoredClicks,
  selectVisitedRecipients,
  updateVisitTimes,
} from './engagement-store.ts'
import { burstMs } from './machine-detection.ts'
import {
  type ClassifiedVisit,
  createRecordLimit,
  recordedMs,
  repeatCounts,
} from './recorded-visits.ts'

/**
 * Classifies visits and writes them, with the contact times, counters, signals and events they cause.
 * Visits beyond the limit of a recipient only raise counters.
 */
export async function recordVisits(
  tx: Executor,
  visits: readonly Visit[],
  { windowMs }: { windowMs: number },
): Promise<void> {
  const { classified, reclassifiedIds } = await classifyVisits(tx, visits, windowMs)
  const recorded = classified.filter(({ isRecorded }) => isRecorded)
  const events = recorded.filter(isByPerson)
  await allInOrder(tx, [
    (each) => insertEngagements(each, recorded),
    (each) => addRepeatVisits(each, repeatCounts(classified)),
    (each) => updateVisitTimes(each, classified),
    (each) => countVisits(each, classified.filter(isByPerson).map(countOf)),
    (each) => appendSignals(each, events.map(signalOf)),
    (each) => appendEvents(each, events.filter(({ kind }) => kind === 'open').map(openEvent)),
  ])
  await reclassifyClicks(tx, reclassifiedIds)
}

interface ClassifiedVisits {
  classified: ClassifiedVisit[]
  /** Stored clicks that turn out to be a machine's. */
  reclassifiedIds: number[]
}

async function classifyVisits(
  tx: Executor,
  visits: readonly Visit[],
  windowMs: number,
): Promise<ClassifiedVisits> {
  const inOrder = [...visits].sort(byTime)
  const first = inOrder[0]?.at ?? 0
  const clicked = inOrder.filter(({ kind }) => kind === 'click')
  const [recipients, links, stored, storedClicks] = await allInOrder(tx, [
    (each) => selectVisitedRecipients(each, visits),
    (each) =>
      selectLinkIds(
        each,
        clicked.map(({ campaign }) => campaign),
      ),
    (each) => countStoredVisits(each, visits, first - recordedMs),
    (each) =>
      selectStoredClicks(
        each,
        clicked.map(({ recipient }) => recipient),
        first - burstMs,
      ),
  ])
  const isRecorded = createRecordLimit(stored)
  const clicks = clicksOf(storedClicks)
  const classified: ClassifiedVisit[] = []
  const reclassified = new Set<EarlierClick>()
  const inBatch = new Map<EarlierClick, Engagement>()

  for (const visit of inOrder) {
    const recipient = recipients.get(visit.recipient)
    if (!recipient || recipient.campaign_id !== visit.campaign) continue
    const linkIds = links.get(visit.campaign) ?? new Map<number, number>()
    const earlier = clicks.get(visit.recipient) ?? []
    const { sent_at: sentAt, submitting } = recipient
    const message = { sentAt, isSubmitting: submitting === 1, linksInMessage: linkIds.size }
    const { machine, reclassified: burst } = classifyVisit(visit, message, earlier, windowMs)
    for (const click of burst) {
      click.machine = 1
      reclassified.add(click)
    }
    const link = visit.link ?? null
    const isStored = isRecorded({ recipient_id: visit.recipient, kind: visit.kind, machine, link })
    const engagement: ClassifiedVisit = {
      account_id: recipient.account_id,
      campaign_id: visit.campaign,
      recipient_id: visit.recipient,
      contact_id: recipient.contact_id,
      kind: visit.kind,
      machine,
      link_id: visit.link === undefined ? null : (linkIds.get(visit.link) ?? null),
      at: visit.at,
      isRecorded: isStored,
      repeats: isStored ? visit.count - 1 : visit.count,
    }
    classified.push(engagement)
    if (visit.kind === 'click') {
      const click: EarlierClick = { link: visit.link ?? 0, at: visit.at, machine }
      earlier.push(click)
      clicks.set(visit.recipient, earlier)
      inBatch.set(click, engagement)
    }
  }
  for (const click of reclassified) {
    const engagement = inBatch.get(click)
    if (engagement) engagement.machine = 1
  }
  return { classified, reclassifiedIds: [...reclassified].flatMap(({ id }) => id ?? []) }
}

/** Groups the clicks that may belong to one burst with new ones by recipient. */
function clicksOf(stored: Awaited<ReturnType<typeof selectStoredClicks>>) {
  const found = new Map<number, EarlierClick[]>()
  for (const { recipient_id, id, link, at, machine } of stored) {
    if (link === null) continue
    const ofRecipient = found.get(recipient_id) ?? []
    found.set(recipient_id, ofRecipient)
    ofRecipient.push({ id, link, at, machine })
  }
  return found
}

/** Turns stored clicks of people into clicks of a machine, and corrects what was derived from them. */
async function reclassifyClicks(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const marked = await markMachineClicks(tx, ids)
  await countVisits(
    tx,
    marked.map((click) => ({ ...click, count: -1 })),
  )
  await recomputeClickTimes(tx, ids)
}

/** Who clicks has opened the message. */
const byTime = (a: Visit, b: Visit): number =>
  a.at - b.at || Number(a.kind === 'click') - Number(b.kind === 'click')

const isByPerson = ({ machine }: Engagement): boolean => machine === 0

const countOf = ({ account_id, kind, at, isRecorded, repeats }: ClassifiedVisit) => ({
  account_id,
  kind,
  at,
  count: repeats + (isRecorded ? 1 : 0),
})

const signalOf = ({ account_id, kind, contact_id, campaign_id, link_id, at }: Engagement) => ({
  accountId: account_id,
  kind,
  contactId: contact_id,
  campaignId: campaign_id,
  linkId: link_id,
  now: at,
})

const openEvent = ({ account_id, campaign_id, contact_id, at }: Engagement) => ({
  accountId: account_id,
  type: 'contact.open',
  payload: { campaign_id, contact_id, opened_at: toIsoTime(at) },
  now: at,
})
