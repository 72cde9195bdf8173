import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure, type Problem, refuse } from '../../core/failure.ts'
import type { ContentSource } from '../campaigns/content.ts'
import { checkContent } from '../campaigns/content-jobs.ts'
import { readAddress, readTemplate } from '../campaigns/editing/input.ts'
import { alwaysSending } from '../campaigns/sending/always-sending.ts'
import { findSender, type NewCampaign } from '../campaigns/store.ts'
import type { RenderThreads } from '../rendering/render-threads.ts'
import type { Service } from '../service.ts'
import type { NodeOf } from './definition.ts'
import { messageProblems, runEventNames } from './event-references.ts'
import type { Automation } from './store.ts'

/** A `send` node of a definition. */
interface NodeInFlow {
  node: NodeOf<'send'>
  definition: AutomationDefinition
}

/** Turns a `send` node into a campaign. Throws if the message cannot be sent. */
export async function readMessage(
  { db, rendering }: Pick<Service, 'db' | 'rendering'>,
  { account_id, id, name }: Pick<Automation, 'account_id' | 'id' | 'name'>,
  { node: { id: node, config }, definition }: NodeInFlow,
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
  const { failure, eventPaths } = await checkMessage(rendering, account_id, { content, node })
  if (failure) throw failure
  const pointer = `/nodes/${definition.nodes.findIndex((each) => each.id === node)}/config`
  const names = runEventNames(definition)
  refuse(await messageProblems(db, account_id, names, { paths: eventPaths, pointer }))
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
 * Refuses messages that could not be rendered in time, or that read unknown properties of an event.
 * Their merge tags may still be incomplete, and templates are checked when they are saved.
 */
export async function refuseWrongMessages(
  { db, rendering }: Pick<Service, 'db' | 'rendering'>,
  accountId: number,
  definition: AutomationDefinition,
): Promise<void> {
  const names = runEventNames(definition)
  const problems: Problem[] = []
  for (const [index, { id: node, type, config }] of definition.nodes.entries()) {
    if (type !== 'send') continue
    const { asunto, preheader = '', html = '', text = '' } = config
    const content = { asunto, preheader, html, text }
    const { failure, eventPaths } = await checkMessage(rendering, accountId, { content, node })
    if (failure && failure.code !== 'merge_tag_broken') throw failure
    const read = { paths: eventPaths, pointer: `/nodes/${index}/config` }
    problems.push(...(await messageProblems(db, accountId, names, read)))
  }
  refuse(problems)
}

interface NodeContent {
  content: ContentSource
  node: string
}

/**
 * Returns what is wrong with the template of a message, with the node added to the place, and the
 * properties of the event that it reads.
 */
async function checkMessage(
  rendering: RenderThreads,
  accountId: number,
  { content, node }: NodeContent,
): Promise<{ failure: Failure | undefined; eventPaths: readonly string[] }> {
  const { broken, eventPaths } = await rendering.run(checkContent, [content], {
    owner: String(accountId),
  })
  if (!broken) return { failure: undefined, eventPaths }
  const { values } = broken.details
  const place = `${node}, ${values?.place ?? ''}`
  return { failure: new Failure(broken.code, { values: { ...values, place } }), eventPaths }
}
