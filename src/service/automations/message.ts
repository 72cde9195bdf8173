import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import type { ContentSource } from '../campaigns/content.ts'
import { checkContent } from '../campaigns/content-jobs.ts'
import { readAddress, readTemplate } from '../campaigns/editing/input.ts'
import { alwaysSending } from '../campaigns/sending/always-sending.ts'
import { findSender, type NewCampaign } from '../campaigns/store.ts'
import type { RenderThreads } from '../rendering/render-threads.ts'
import type { Service } from '../service.ts'
import { type NodeOf, nodesOfType } from './definition.ts'
import type { Automation } from './store.ts'

/** Turns a `send` node into a campaign. Throws if the message cannot be sent. */
export async function readMessage(
  { db, rendering }: Pick<Service, 'db' | 'rendering'>,
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
  const failure = await findFailure(rendering, account_id, { content, node })
  if (failure) throw failure
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

/**
 * Refuses messages that could not be rendered in time. Their merge tags may still be incomplete, and
 * templates are checked when they are saved.
 */
export async function refuseSlowMessages(
  rendering: RenderThreads,
  accountId: number,
  definition: AutomationDefinition,
): Promise<void> {
  for (const { id: node, config } of nodesOfType(definition, 'send')) {
    const { asunto, preheader = '', html = '', text = '' } = config
    const content = { asunto, preheader, html, text }
    const failure = await findFailure(rendering, accountId, { content, node })
    if (failure && failure.code !== 'merge_tag_broken') throw failure
  }
}

interface NodeContent {
  content: ContentSource
  node: string
}

/** Returns what is wrong with the template of a message, with the node added to the place. */
async function findFailure(
  rendering: RenderThreads,
  accountId: number,
  { content, node }: NodeContent,
): Promise<Failure | undefined> {
  const { broken } = await rendering.run(checkContent, [content], { owner: String(accountId) })
  if (!broken) return undefined
  const { values } = broken.details
  return new Failure(broken.code, {
    values: { ...values, place: `${node}, ${values?.place ?? ''}` },
  })
}
