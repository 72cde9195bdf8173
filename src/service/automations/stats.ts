import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { isContactId } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { type NodeFigures, nodeFigures, noFigures } from './figures-store.ts'
import { selectMailings } from './nodes-store.ts'
import { selectContactsNamed, selectRuns, stepsOf } from './runs-store.ts'
import { findAutomation } from './store.ts'
import { requireDefinition, selectDefinition } from './versions-store.ts'
import { runOf, stepOf } from './view.ts'

export const stats =
  ({ reader }: Service): Handler<typeof contract.automations.stats> =>
  async ({ id, version, include, contact, limit }, { account }) => {
    const { version: newest } = await findAutomation(reader, {
      accountId: account.id,
      automationId: id,
    })
    const { nodes } = await requireDefinition(reader, id, version ?? newest)
    const { runs: total, ofNodes } = split(await nodeFigures(reader, id, version))
    const types = new Map(nodes.map((node) => [node.id, node.type as string]))
    await addGoneNodes(reader, id, ofNodes, types)
    const mailings = await selectMailings(reader, id)
    const { goals, ...passed } = total
    return {
      ...passed,
      goals,
      goal_rate: total.entered === 0 ? 0 : goals / total.entered,
      nodes: [...types].map(([name, type]) => {
        const { goals: _, ...figures } = ofNodes.get(name)?.figures ?? noFigures
        const campaign = mailings.get(name)
        return {
          id: name,
          type,
          ...figures,
          ...(campaign !== undefined && { campaign_id: campaign }),
        }
      }),
      ...((include || contact !== undefined) && { runs: await runsOf() }),
    }

    async function runsOf() {
      const contactIds = contact === undefined ? undefined : await idsNamed(contact)
      if (contactIds?.length === 0) return []
      const query = { accountId: account.id, automationId: id, version, contactIds, limit }
      const runs = await selectRuns(reader, query)
      if (contact === undefined) return runs.map(runOf)
      const ways = await stepsOf(
        reader,
        runs.map((run) => run.id),
      )
      return runs.map((run) => ({ ...runOf(run), steps: (ways.get(run.id) ?? []).map(stepOf) }))
    }

    async function idsNamed(name: string): Promise<number[]> {
      const named = isContactId(name)
        ? { id: Number(name) }
        : { emailKey: normaliseAddress(name)?.key ?? '' }
      return (await selectContactsNamed(reader, account.id, named)).map((found) => found.id)
    }
  }

function split(figures: Map<string, NodeFigures>) {
  const runs = figures.get('')?.figures ?? noFigures
  return { runs, ofNodes: new Map([...figures].filter(([node]) => node !== '')) }
}

/** Nodes that the newest version does not have any more, and somebody went through. */
async function addGoneNodes(
  db: Executor,
  automationId: number,
  figures: ReadonlyMap<string, NodeFigures>,
  types: Map<string, string>,
): Promise<void> {
  const gone = [...figures].filter(([name]) => !types.has(name))
  for (const version of new Set(gone.map(([, { version }]) => version))) {
    const { nodes = [] } = (await selectDefinition(db, automationId, version)) ?? {}
    for (const { id, type } of nodes) if (figures.has(id) && !types.has(id)) types.set(id, type)
  }
}
