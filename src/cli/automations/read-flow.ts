import { checkDefinition } from '../../contract/automation-check.ts'
import { refuse } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readJsonObject } from '../input/json-file.ts'

/** Reads a flow from a file. Validates it here, because `--dry-run` does not call the server. */
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
