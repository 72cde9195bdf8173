import type { AutomationNode } from '../../../contract/shapes/automation-node.ts'
import { callWebhook } from './call-webhook.ts'
import { fulfilling } from './conditions.ts'
import { changeContacts } from './contact-acts.ts'
import type { Owned } from './nodes-store.ts'
import { endBy, goBy, goOn, type OutcomeOf, type Passing, type Scene } from './outcome.ts'
import { send } from './send.ts'
import { branchOf } from './split.ts'
import { campaignAwaited, endWait } from './wait.ts'

/** Does what a node does to all who are due at it, and tells where each goes. */
export async function act(
  scene: Scene,
  node: AutomationNode,
  owned: ReadonlyMap<string, Owned>,
  runs: readonly Passing[],
): Promise<OutcomeOf> {
  switch (node.type) {
    case 'trigger':
    case 'delay':
      return () => goOn()
    case 'exit':
      return () => endBy('exit')
    case 'goal':
      return () => endBy('goal')
    case 'wait_event':
      return endWait(scene, node, campaignAwaited(node, owned), runs)
    case 'split':
      return ({ id }) => goBy(branchOf(id, node.id, node.config.shares))
    case 'condition': {
      const holds = await fulfilling(scene, node.config.conditions, runs)
      return ({ contact_id }) => goBy(holds.has(contact_id) ? 'yes' : 'no')
    }
    case 'send':
      return send(scene, owned.get(node.id)?.campaign, runs)
    case 'webhook': {
      const webhook = owned.get(node.id)?.webhook
      if (!webhook) return () => endBy('failed', 'no_webhook')
      await callWebhook(scene, { node: node.id, webhook }, runs)
      return () => goOn()
    }
    default:
      await changeContacts(scene, node, runs)
      return () => goOn()
  }
}
