import type { AutomationNode } from '../../../../contract/shapes/automation-node.ts'
import { callWebhook } from './call-webhook.ts'
import { changeContacts } from './change-contacts.ts'
import { selectMatchingContacts } from './conditions.ts'
import type { NodeResources } from './nodes-store.ts'
import {
  type ActiveRun,
  endRun,
  type OutcomeOf,
  proceed,
  type StepContext,
  takeBranch,
} from './outcome.ts'
import { send } from './send.ts'
import { splitBranch } from './split.ts'
import { awaitedCampaign, endWait } from './wait.ts'

/** Executes a node for all runs that are due there, and returns their outcomes. */
export async function executeNode(
  context: StepContext,
  node: AutomationNode,
  resources: ReadonlyMap<string, NodeResources>,
  runs: readonly ActiveRun[],
): Promise<OutcomeOf> {
  switch (node.type) {
    case 'trigger':
    case 'delay':
      return () => proceed()
    case 'exit':
      return () => endRun('exit')
    case 'goal':
      return () => endRun('goal')
    case 'wait_event':
      return endWait(context, node, awaitedCampaign(node, resources), runs)
    case 'split':
      return ({ id }) => takeBranch(splitBranch(id, node.id, node.config.shares))
    case 'condition': {
      const matching = await selectMatchingContacts(context, node.config.conditions, runs)
      return ({ contact_id }) => takeBranch(matching.has(contact_id) ? 'yes' : 'no')
    }
    case 'send':
      return send(context, resources.get(node.id)?.campaign, runs)
    case 'webhook': {
      const webhook = resources.get(node.id)?.webhook
      if (!webhook) return () => endRun('failed', 'no_webhook')
      await callWebhook(context, { node: node.id, webhook }, runs)
      return () => proceed()
    }
    default:
      await changeContacts(context, node, runs)
      return () => proceed()
  }
}
