import type { contract } from '../../contract/index.ts'
import { storedAddress } from '../../core/address.ts'
import { isContactId } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import {
  type NodeCounters,
  selectGoalValues,
  selectNodeCounters,
  zeroCounters,
} from './counters-store.ts'
import { selectNodeCampaigns } from './nodes-store.ts'
import { selectContactsBy, selectRuns, selectSteps } from './runs-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition, selectDefinition } from './versions-store.ts'
import { runOf, stepOf } from './view.ts'

export const stats =
  ({ reader }: Service): Handler<typeof contract.automations.stats> =>
  async ({ id, version, include, contact, limit }, { account }) => {
    const key = { accountId: account.id, automationId: id }
    const { version: newest } = await findAutomation(reader, key)
    const { nodes } = await requireDefinition(reader, id, version ?? newest)
    const { runs: total, ofNodes } = split(await selectNodeCounters(reader, key, version))
    const types = new Map(nodes.map((node) => [node.id, node.type as string]))
    await addRemovedNodes(reader, id, ofNodes, types)
    const campaigns = await selectNodeCampaigns(reader, key)
    const { goals, ...counts } = total
    return {
      ...counts,
      goals,
      goal_rate: total.entered === 0 ? 0 : goals / total.entered,
      goal_values: await selectGoalValues(reader, key, version),
      nodes: [...types].map(([name, type]) => {
        const { goals: _, ...counters } = ofNodes.get(name)?.counters ?? zeroCounters
        const campaign = campaigns.get(name)
        return {
          id: name,
          type,
          ...counters,
          ...(campaign !== undefined && { campaign_id: campaign }),
        }
      }),
      ...((include || contact !== undefined) && { runs: await runsOf() }),
    }

    async function runsOf() {
      const contactIds = contact === undefined ? undefined : await contactIdsOf(contact)
      if (contactIds?.length === 0) return []
      const query = { accountId: account.id, automationId: id, version, contactIds, limit }
      const runs = await selectRuns(reader, query)
      if (contact === undefined) return runs.map(runOf)
      const stepsOfRun = await selectSteps(
        reader,
        account.id,
        runs.map((run) => run.id),
      )
      return runs.map((run) => ({
        ...runOf(run),
        steps: (stepsOfRun.get(run.id) ?? []).map(stepOf),
      }))
    }

    async function contactIdsOf(name: string): Promise<number[]> {
      const query = isContactId(name)
        ? { id: Number(name) }
        : { emailKey: storedAddress(name)?.key ?? '' }
      return (await selectContactsBy(reader, account.id, query)).map((found) => found.id)
    }
  }

function split(counters: Map<string, NodeCounters>) {
  const runs = counters.get('')?.counters ?? zeroCounters
  return { runs, ofNodes: new Map([...counters].filter(([node]) => node !== '')) }
}

/** Adds nodes that the newest version no longer has, but that contacts have visited. */
async function addRemovedNodes(
  db: Executor,
  automationId: number,
  counters: ReadonlyMap<string, NodeCounters>,
  types: Map<string, string>,
): Promise<void> {
  const removed = [...counters].filter(([name]) => !types.has(name))
  for (const version of new Set(removed.map(([, { version }]) => version))) {
    const { nodes = [] } = (await selectDefinition(db, automationId, version)) ?? {}
    for (const { id, type } of nodes) if (counters.has(id) && !types.has(id)) types.set(id, type)
  }
}
