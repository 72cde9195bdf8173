import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import { insertCampaign, type NewCampaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Vault } from '../secrets.ts'
import { changeSecret } from '../webhooks/secret.ts'
import { findSecretsOf, insertWebhook } from '../webhooks/store.ts'
import { type NodeOf, nodesOfType } from './definition.ts'
import { readMessage } from './message.ts'
import { enableReceivers, hasOwned, insertOwned } from './nodes-store.ts'
import type { Automation } from './store.ts'

/** What a version's nodes need before anybody may come to them. */
export interface Prepared {
  messages: ReadonlyMap<string, NewCampaign>
  webhooks: readonly NodeOf<'webhook'>[]
}

/** Reads it all; throws the first thing that keeps the version from running. */
export async function readPrepared(
  db: Executor,
  automation: Pick<Automation, 'account_id' | 'id' | 'name'>,
  definition: AutomationDefinition,
  now: number,
): Promise<Prepared> {
  const messages = new Map<string, NewCampaign>()
  for (const node of nodesOfType(definition, 'send')) {
    messages.set(node.id, await readMessage(db, automation, node, now))
  }
  return { messages, webhooks: nodesOfType(definition, 'webhook') }
}

interface Version {
  accountId: number
  automationId: number
  version: number
  now: number
}

/**
 * Each `send` node gets its campaign and each `webhook` node its receiver, once. A receiver that was
 * switched off because it failed is given another chance.
 */
export async function writePrepared(
  tx: Executor,
  vault: Vault,
  { accountId, automationId, version, now }: Version,
  { messages, webhooks }: Prepared,
): Promise<void> {
  if (await hasOwned(tx, automationId, version)) {
    await enableReceivers(tx, automationId)
    return
  }
  const own = { automation_id: automationId, version }
  for (const [node, campaign] of messages) {
    const campaign_id = await insertCampaign(tx, campaign)
    await insertOwned(tx, { ...own, node, campaign_id, webhook_id: null })
  }
  for (const { id: node, config } of webhooks) {
    const webhook_id = await insertWebhook(tx, {
      account_id: accountId,
      url: config.url,
      // It is told what comes to the node and nothing else.
      events: '[]',
      description: '',
      enabled: 1,
      secrets:
        (await findSecretsOf(tx, { accountId, url: config.url })) ??
        changeSecret(vault, undefined, now).secrets,
      failures: 0,
      failing_since: null,
      automation_id: automationId,
      created_at: now,
      updated_at: now,
    })
    await insertOwned(tx, { ...own, node, campaign_id: null, webhook_id })
  }
}
