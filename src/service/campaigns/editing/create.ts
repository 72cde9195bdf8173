import type { Input } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import type { CampaignStatus } from '../../../contract/shapes/campaign.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { refuseBeyondStorage } from '../../users/storage.ts'
import { keepReferences } from '../references.ts'
import { audienceOf } from '../sending/audience.ts'
import { preflight } from '../sending/preflight.ts'
import { sendProblems } from '../sending/preflight-checks.ts'
import { reserveSendsOrThrow } from '../sending/quota-reservation.ts'
import { findSender, insertCampaign, type NewCampaign, setLists } from '../store.ts'
import { readAttachments } from './attachments.ts'
import { setAttachments } from './attachments-store.ts'
import { readAddress, readLists, readSegment, readTemplate } from './input.ts'
import { refuseSlowContent } from './refuse-slow-content.ts'

type CampaignInput = Input<typeof contract.campaigns.create>

export const create =
  (service: Service): Handler<typeof contract.campaigns.create> =>
  async (input, { account, transact }) => {
    const attachments = readAttachments(input.attachments ?? [])
    const lists = await readLists(
      service.db,
      account.id,
      input.list_id,
      input.exclude_list_id ?? [],
    )
    const campaign = {
      ...newCampaign(input, service.clock.now()),
      ...(await readTemplate(service.db, account.id, input)),
      segment_id: await readSegment(service.db, account.id, input.segment_id),
    }
    const status = firstStatus(input)
    if (isOn(input.dry_run)) {
      const counted = { ...campaign, id: 0, account_id: account.id }
      return { ok: true, status, ...(await audienceOf(service, counted, lists)) }
    }
    let sends = 0
    if (status === 'draft') await refuseSlowContent(service, account.id, campaign)
    else {
      const draft = { ...campaign, scheduled_at: scheduledAt(input), isTested: false }
      const checks = await preflight(service, account.id, draft, lists)
      const [problem] = sendProblems(checks, { atOnce: status === 'queued' })
      if (problem) throw problem
      if (status === 'queued') sends = checks.quota.wanted
    }
    const answer = await transact(async (tx) => {
      await keepReferences(tx, account.id, { lists, segmentId: campaign.segment_id })
      const sender = await findSender(tx, account.id, campaign.from_mail)
      const id = await insertCampaign(tx, {
        ...campaign,
        account_id: account.id,
        status,
        from_name: input.from_name ?? sender?.from_name ?? '',
        timezone: input.timezone ?? (input.scheduled_at ? account.timezone : null),
      })
      const row = { id, account_id: account.id }
      await setLists(tx, row, lists)
      await setAttachments(tx, row, attachments)
      await refuseBeyondStorage(tx, account.id)
      await reserveSendsOrThrow(tx, {
        campaign: id,
        account: account.id,
        sends,
        now: campaign.created_at,
      })
      return { ok: true, id, status }
    })
    service.wake()
    return answer
  }

/** The API sends a campaign at once unless it is a draft or scheduled. */
function firstStatus({ draft, scheduled_at }: CampaignInput): CampaignStatus {
  if (isOn(draft)) return 'draft'
  return scheduled_at === undefined ? 'queued' : 'scheduled'
}

const scheduledAt = ({ scheduled_at: at }: CampaignInput): number | null =>
  at === undefined ? null : Date.parse(at)

const newCampaign = (input: CampaignInput, now: number) =>
  ({
    camp_name: input.camp_name,
    asunto: input.asunto,
    preheader: input.preheader ?? '',
    html: input.html ?? '',
    text: input.text ?? '',
    from_mail: readAddress(input.from_mail),
    reply_to: input.reply_to === undefined ? null : readAddress(input.reply_to),
    template_id: null,
    resend_of: null,
    resend_to: null,
    track_reads: isOn(input.track_reads) ? 1 : 0,
    track_links: isOn(input.track_links) ? 1 : 0,
    utm: JSON.stringify(input.utm ?? {}),
    ab_test: input.ab_test === undefined ? null : JSON.stringify(input.ab_test),
    reason: null,
    scheduled_at: scheduledAt(input),
    expect_min: input.expect_recipients?.min ?? null,
    expect_max: input.expect_recipients?.max ?? null,
    recipients: 0,
    reserved: 0,
    reserved_until: 0,
    sent: 0,
    failed: 0,
    audience_list: 0,
    audience_cursor: 0,
    audience_fixed: 0,
    claim: null,
    lease_until: 0,
    started_at: null,
    sent_at: null,
    ended_at: null,
    tested_at: null,
    deleted_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
  }) satisfies Partial<NewCampaign>
