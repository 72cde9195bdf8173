import { type CampaignStatus, campaignStatuses } from '../../contract/shapes/campaign.ts'
import { Failure } from '../../core/failure.ts'
import { hourMs } from '../../core/time.ts'

/** Actions of people and, from `start` on, of the workers. */
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
 * The status that an action leads to, by current status. An action that leads to the current status
 * can be repeated safely.
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
  // A paused campaign is queued again. The worker that claims it checks whether the audience is
  // fixed.
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
  // An A/B test can be archived once the winner is known.
  archive: { sending: 'sending', sent: 'sent', cancelled: 'cancelled' },
  start: { scheduled: 'queued' },
  begin: { queued: 'sending' },
  // First a share of the audience gets the variants, then the remaining recipients get the winner.
  try: { queued: 'ab_testing' },
  decide: { ab_testing: 'sending' },
  hold: { scheduled: 'paused', queued: 'paused', sending: 'paused', ab_testing: 'paused' },
  finish: { sending: 'sent' },
  fail: { queued: 'failed', sending: 'failed', ab_testing: 'failed' },
}

/** Returns the status after an action; throws `wrong_state` when the action is not allowed. */
export function transition(status: CampaignStatus, action: Action): CampaignStatus {
  const next = table[action][status]
  if (next === undefined) throw new Failure('wrong_state', { values: { status, action } })
  return next
}

/** Returns the statuses that an action changes, for the `where` of its update. */
export const statusesLeftBy = (action: Action): CampaignStatus[] =>
  Object.entries(table[action])
    .filter(([from, to]) => from !== to)
    .map(([from]) => from as CampaignStatus) // the keys of `table`

/** The status column as its type. The column only ever holds these values. */
export const statusOf = ({ status }: { status: string }): CampaignStatus =>
  campaignStatuses.find((known) => known === status) ?? 'failed'

/** Whether recipients must be counted: sending has begun, and no final counts are stored yet. */
export const needsCounts = ({
  status,
  ended_at,
}: {
  status: string
  ended_at: number | null
}): boolean => ended_at === null && !['draft', 'scheduled', 'failed'].includes(status)

interface EditedCampaign {
  status: CampaignStatus
  audienceFixed: boolean
  started: boolean
}

/** Fields of an edit that change the audience. */
const audienceFields = new Set([
  'list_id',
  'exclude_list_id',
  'segment_id',
  'expect_recipients',
  'ab_test',
])

/**
 * Refuses edits of content once the first message may have been sent, and of the audience once it
 * is fixed.
 */
export function refuseEdit(campaign: EditedCampaign, fields: readonly string[]): void {
  const { status, audienceFixed, started } = campaign
  transition(status, 'edit')
  const isAudience = fields.some((field) => audienceFields.has(field))
  const isContent = fields.some((field) => field !== 'camp_name' && !audienceFields.has(field))
  if ((isContent && started) || (isAudience && audienceFixed)) {
    throw new Failure('wrong_state', { values: { status, action: 'edit' } })
  }
}

/**
 * How late a scheduled campaign may start. Mail planned for the morning must not go out at night.
 */
export const maxLatenessMs = 6 * hourMs

type StartOfSchedule = 'wait' | 'start' | 'late'

export function startOfSchedule(scheduledAt: number, now: number): StartOfSchedule {
  if (scheduledAt > now) return 'wait'
  return now - scheduledAt > maxLatenessMs ? 'late' : 'start'
}

interface Expectation {
  min: number | null
  max: number | null
}

/** Decides what happens to a campaign when its audience is fixed. */
export function checkAudienceSize(
  recipients: number,
  { min, max }: Expectation,
): 'begin' | 'drift' | 'empty' {
  if (min !== null && recipients < min) return 'drift'
  if (max !== null && recipients > max) return 'drift'
  return recipients === 0 ? 'empty' : 'begin'
}
