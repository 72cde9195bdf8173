import type { CampaignStatus } from '../../contract/shapes/campaign.ts'
import { Failure } from '../../core/failure.ts'

/** What people do with a campaign, and (from `start` on) what the workers do. */
export const actions = [
  'edit',
  'delete',
  'schedule',
  'unschedule',
  'send',
  'pause',
  'resume',
  'cancel',
  'resend',
  'archive',
  'start',
  'begin',
  'try',
  'decide',
  'hold',
  'finish',
  'fail',
] as const
export type Action = (typeof actions)[number]

/**
 * Where an action leads from each status it is possible in. What leads to where the campaign is
 * already may be repeated without harm.
 */
const table: Record<Action, Partial<Record<CampaignStatus, CampaignStatus>>> = {
  edit: { draft: 'draft', scheduled: 'scheduled', paused: 'paused' },
  delete: {
    draft: 'draft',
    scheduled: 'scheduled',
    sent: 'sent',
    cancelled: 'cancelled',
    failed: 'failed',
  },
  schedule: { draft: 'scheduled', scheduled: 'scheduled' },
  unschedule: { draft: 'draft', scheduled: 'draft' },
  send: {
    draft: 'queued',
    scheduled: 'queued',
    queued: 'queued',
    sending: 'sending',
    ab_testing: 'ab_testing',
  },
  pause: { queued: 'paused', sending: 'paused', ab_testing: 'paused', paused: 'paused' },
  // A paused one is queued again; who takes it from there sees whether its audience is fixed.
  resume: { paused: 'queued', queued: 'queued', sending: 'sending', ab_testing: 'ab_testing' },
  cancel: {
    scheduled: 'cancelled',
    queued: 'cancelled',
    sending: 'cancelled',
    ab_testing: 'cancelled',
    paused: 'cancelled',
    cancelled: 'cancelled',
  },
  resend: { sent: 'sent', cancelled: 'cancelled', failed: 'failed' },
  // An A/B test is public once it is known which version is.
  archive: { sending: 'sending', sent: 'sent', cancelled: 'cancelled' },
  start: { scheduled: 'queued' },
  begin: { queued: 'sending' },
  // A part of the audience gets the versions of an A/B test, and then the rest the one that wins.
  try: { queued: 'ab_testing' },
  decide: { ab_testing: 'sending' },
  hold: { scheduled: 'paused', queued: 'paused', sending: 'paused', ab_testing: 'paused' },
  finish: { sending: 'sent' },
  fail: { queued: 'failed', sending: 'failed', ab_testing: 'failed' },
}

/** The status after the action; throws `wrong_state` where it is not possible. */
export function transition(status: CampaignStatus, action: Action): CampaignStatus {
  const next = table[action][status]
  if (next === undefined) throw new Failure('wrong_state', { values: { status, action } })
  return next
}

/** The statuses that the action changes, for the `where` of the update that does it. */
export const movedBy = (action: Action): CampaignStatus[] =>
  Object.entries(table[action])
    .filter(([from, to]) => from !== to)
    .map(([from]) => from as CampaignStatus) // the keys of `table`

export interface EditedCampaign {
  status: CampaignStatus
  audienceFixed: boolean
  started: boolean
}

/** Fields of an edit that say who gets it. */
const audienceFields = new Set([
  'list_id',
  'exclude_list_id',
  'segment_id',
  'expect_recipients',
  'ab_test',
])

/** Content is frozen once the first message may have gone out, the audience once it is fixed. */
export function refuseEdit(campaign: EditedCampaign, fields: readonly string[]): void {
  const { status, audienceFixed, started } = campaign
  transition(status, 'edit')
  const isAudience = fields.some((field) => audienceFields.has(field))
  const isContent = fields.some((field) => field !== 'camp_name' && !audienceFields.has(field))
  if ((isContent && started) || (isAudience && audienceFixed)) {
    throw new Failure('wrong_state', { values: { status, action: 'edit' } })
  }
}

/** How late a schedule may be: who wrote "this morning" does not want it at night. */
export const maxLatenessMs = 6 * 3_600_000

export type StartOfSchedule = 'wait' | 'start' | 'late'

export function startOfSchedule(scheduledAt: number, now: number): StartOfSchedule {
  if (scheduledAt > now) return 'wait'
  return now - scheduledAt > maxLatenessMs ? 'late' : 'start'
}

export interface Expectation {
  min: number | null
  max: number | null
}

/** What becomes of a campaign when its audience is fixed. */
export function verdictOnAudience(
  recipients: number,
  { min, max }: Expectation,
): 'begin' | 'drift' | 'empty' {
  if (min !== null && recipients < min) return 'drift'
  if (max !== null && recipients > max) return 'drift'
  return recipients === 0 ? 'empty' : 'begin'
}
