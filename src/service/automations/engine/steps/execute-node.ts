import type { AutomationNode } from '../../../../contract/shapes/flows/automation-node.ts'
import { callWebhook } from './call-webhook.ts'
import { changeContacts } from './change-contacts.ts'
import { selectPassing } from './conditions.ts'
import { endAtGoal, goalValuesOf } from './goals.ts'
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
    case 'goal': {
      const values = await goalValuesOf(context, node.config ?? {}, runs)
      return ({ id }) => endAtGoal(values.get(id))
    }
    case 'wait_event':
      return endWait(context, node, awaitedCampaign(node, resources), runs)
    case 'split':
      return ({ id }) => takeBranch(splitBranch(id, node.id, node.config.shares))
    case 'condition': {
      const passing = await selectPassing(context, node.config, runs)
      return ({ id }) => takeBranch(passing.has(id) ? 'yes' : 'no')
    }
    case 'send':
      if (context.trial) {
        for (const run of runs) await context.trial.onMessage(node, run)
        return () => proceed()
      }
      return send(context, resources.get(node.id), runs)
    case 'webhook': {
      if (context.trial) return () => proceed()
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
