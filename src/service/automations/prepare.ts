import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import { insertCampaign, type NewCampaign } from '../campaigns/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Vault } from '../keys/vault.ts'
import type { Service } from '../service.ts'
import { changeSecret } from '../webhooks/secret.ts'
import { findSecretsOf, insertWebhook } from '../webhooks/store.ts'
import { type NodeOf, nodesOfType } from './definition.ts'
import { readMessage } from './message.ts'
import { enableNodeWebhooks, hasNodeResources, insertNodeResource } from './nodes-store.ts'
import type { Automation } from './store.ts'

/** The resources that a version needs before contacts may enter. */
interface PreparedVersion {
  messages: ReadonlyMap<string, NewCampaign>
  webhooks: readonly NodeOf<'webhook'>[]
}

/**
 * Reads everything that the version needs. Throws the first failure that prevents it from running.
 */
export async function prepareVersion(
  service: Pick<Service, 'db' | 'rendering'>,
  automation: Pick<Automation, 'account_id' | 'id' | 'name'>,
  definition: AutomationDefinition,
  now: number,
): Promise<PreparedVersion> {
  const messages = new Map<string, NewCampaign>()
  for (const node of nodesOfType(definition, 'send')) {
    messages.set(node.id, await readMessage(service, automation, { node, definition }, now))
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
 * Creates the campaign of each `send` node and the webhook of each `webhook` node, once per
 * version. Otherwise, webhooks that were disabled after failures are enabled again.
 */
export async function insertPreparedVersion(
  tx: Executor,
  vault: Vault,
  { accountId, automationId, version, now }: Version,
  { messages, webhooks }: PreparedVersion,
): Promise<void> {
  if (await hasNodeResources(tx, { accountId, automationId }, version)) {
    await enableNodeWebhooks(tx, automationId)
    return
  }
  const versionKey = { account_id: accountId, automation_id: automationId, version }
  for (const [node, campaign] of messages) {
    const campaign_id = await insertCampaign(tx, campaign)
    await insertNodeResource(tx, { ...versionKey, node, campaign_id, webhook_id: null })
  }
  for (const { id: node, config } of webhooks) {
    const webhook_id = await insertWebhook(tx, {
      account_id: accountId,
      url: config.url,
      // It receives the contacts of the node and nothing else.
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
    await insertNodeResource(tx, { ...versionKey, node, campaign_id: null, webhook_id })
  }
}
