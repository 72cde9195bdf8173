import { toIsoTime } from '../../core/time.ts'
import type { Executor } from '../database/dialect.ts'
import { countVisits } from '../events/counter-delta-store.ts'
import { appendEvents } from '../events/outbox-store.ts'
import { appendSignals } from '../events/signals-store.ts'
import { classifyVisit, type EarlierClick, type Visit } from './classify-visit.ts'
import {
  type Engagement,
  insertEngagements,
  markMachineClicks,
  recomputeClickTimes,
  selectEarlierClicks,
  selectLinkIds,
  selectVisitedRecipients,
  updateVisitTimes,
} from './engagement-store.ts'
import { burstMs } from './machine-detection.ts'

/** Classifies visits and writes them, with the contact times, counters, signals and events they cause. */
export async function recordVisits(
  tx: Executor,
  visits: readonly Visit[],
  { windowMs }: { windowMs: number },
): Promise<void> {
  const { engagements, reclassifiedIds } = await classifyVisits(tx, visits, windowMs)
  await insertEngagements(tx, engagements)
  await updateVisitTimes(tx, engagements)
  await reclassifyClicks(tx, reclassifiedIds)
  const byPeople = engagements.filter(({ machine }) => machine === 0)
  await countVisits(tx, byPeople)
  await appendSignals(tx, byPeople.map(signalOf))
  await appendEvents(tx, byPeople.filter(({ kind }) => kind === 'open').map(openEvent))
}

interface ClassifiedVisits {
  engagements: Engagement[]
  /** Stored clicks that turn out to be a machine's. */
  reclassifiedIds: number[]
}

async function classifyVisits(
  tx: Executor,
  visits: readonly Visit[],
  windowMs: number,
): Promise<ClassifiedVisits> {
  const recipients = await selectVisitedRecipients(tx, visits)
  const links = await selectLinkIds(tx, recipients)
  const clicks = await selectEarlierClicks(tx, visits, burstMs)
  const engagements: Engagement[] = []
  const reclassified = new Set<EarlierClick>()
  const inBatch = new Map<EarlierClick, Engagement>()

  for (const visit of [...visits].sort((a, b) => a.at - b.at)) {
    const recipient = recipients.get(visit.recipient)
    if (!recipient || recipient.campaign_id !== visit.campaign) continue
    const linkIds = links.get(visit.campaign) ?? new Map<number, number>()
    const earlier = clicks.get(visit.recipient) ?? []
    const { sent_at: sentAt, state } = recipient
    const message = { sentAt, state, linksInMessage: linkIds.size }
    const { machine, reclassified: burst } = classifyVisit(visit, message, earlier, windowMs)
    for (const click of burst) {
      click.machine = 1
      reclassified.add(click)
    }
    const engagement: Engagement = {
      account_id: recipient.account_id,
      campaign_id: visit.campaign,
      recipient_id: visit.recipient,
      contact_id: recipient.contact_id,
      kind: visit.kind,
      machine,
      link_id: visit.link === undefined ? null : (linkIds.get(visit.link) ?? null),
      at: visit.at,
    }
    engagements.push(engagement)
    if (visit.kind === 'click') {
      const click: EarlierClick = { link: visit.link ?? 0, at: visit.at, machine }
      clicks.set(visit.recipient, [...earlier, click])
      inBatch.set(click, engagement)
    }
  }
  for (const click of reclassified) {
    const engagement = inBatch.get(click)
    if (engagement) engagement.machine = 1
  }
  return { engagements, reclassifiedIds: [...reclassified].flatMap(({ id }) => id ?? []) }
}

/** Turns stored clicks of people into clicks of a machine, and corrects what was derived from them. */
async function reclassifyClicks(tx: Executor, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await countVisits(tx, await markMachineClicks(tx, ids), -1)
  await recomputeClickTimes(tx, ids)
}

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
