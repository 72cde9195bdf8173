import { checkDefinition } from '../../../contract/automation-check.ts'
import { refuse } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { readJsonObject } from '../../input/json-file.ts'

/** A flow out of a file. A rehearsal, which asks no server, finds here what is wrong with it. */
export async function readFlow<Flow extends object>(
  context: Context,
  file: string,
): Promise<Partial<Flow>> {
  const flow: Partial<Flow> = await readJsonObject(file, context)
  if (context.flags.dryRun && 'nodes' in flow && 'trigger' in flow) {
    const { trigger, nodes, edges, settings } = flow as Record<string, unknown>
    const parts = { nodes: asArray(nodes), edges: asArray(edges) }
    refuse(checkDefinition({ trigger, settings, ...parts }).problems)
  }
  return flow
}

const asArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
