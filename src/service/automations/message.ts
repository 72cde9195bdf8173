import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { type ContentSource, compileContent } from '../campaigns/content.ts'
import { readAddress, readTemplate } from '../campaigns/editing/input.ts'
import { findSender, type NewCampaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { NodeOf } from './definition.ts'
import type { Automation } from './store.ts'

/** Turns a `send` node into a campaign. Throws if the message cannot be sent. */
export async function readMessage(
  db: Executor,
  { account_id, id, name }: Pick<Automation, 'account_id' | 'id' | 'name'>,
  { id: node, config }: NodeOf<'send'>,
  now: number,
): Promise<NewCampaign> {
  const sender = await findSender(db, account_id, config.from_mail)
  if (!sender?.verified_at) {
    throw new Failure('sender_not_verified', { values: { from_mail: config.from_mail } })
  }
  const { template_id, html, text } = config
  const content = {
    asunto: config.asunto,
    preheader: config.preheader ?? '',
    html: html ?? '',
    text: text ?? '',
    ...(await readTemplate(db, account_id, { template_id, html, text })),
  }
  refuseBroken(content, node)
  return {
    template_id: null,
    ...content,
    account_id,
    automation_id: id,
    camp_name: `${name}: ${node}`,
    from_name: config.from_name ?? sender.from_name,
    from_mail: readAddress(config.from_mail),
    reply_to: config.reply_to === undefined ? null : readAddress(config.reply_to),
    track_reads: isOn(config.track_reads) ? 1 : 0,
    track_links: isOn(config.track_links) ? 1 : 0,
    started_at: now,
    created_at: now,
    updated_at: now,
    ...alwaysSending,
  }
}

/** Adds the node to the failure of a broken merge tag. */
function refuseBroken(content: ContentSource, node: string): void {
  try {
    compileContent(content, { unsubscribeText: '' })
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'merge_tag_broken') throw error
    const { values } = error.details
    const place = `${node}, ${values?.place ?? ''}`
    throw new Failure(error.code, { values: { ...values, place } }, { cause: error })
  }
}

/** Contacts arrive one by one as long as the automation exists, so there is no audience to fix. */
const alwaysSending = {
  status: 'sending',
  audience_fixed: 1,
  audience_list: 0,
  audience_cursor: 0,
  recipients: 0,
  sent: 0,
  failed: 0,
  claim: null,
  lease_until: 0,
  segment_id: null,
  resend_of: null,
  resend_to: null,
  utm: '{}',
  ab_test: null,
  reason: null,
  scheduled_at: null,
  timezone: null,
  expect_min: null,
  expect_max: null,
  sent_at: null,
  ended_at: null,
  tested_at: null,
  deleted_at: null,
  version: 1,
} as const
