import { wayFinder } from '../../contract/automation-graph.ts'
import type { AutomationDefinition } from '../../contract/shapes/automation.ts'
import type { AutomationNode, NodeType } from '../../contract/shapes/automation-node.ts'

/** A version as it is walked. It was checked before it was kept. */
export interface Flow extends AutomationDefinition {
  /** The node of type `trigger`, where a contact enters. */
  entry: string
  /** Undefined where there is none of this name. */
  nodeOf(name: string): AutomationNode | undefined
  /** The node behind an edge; undefined where the flow ends. */
  next(from: string, branch?: string): string | undefined
}

export function readFlow(definition: AutomationDefinition): Flow {
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  return {
    ...definition,
    entry: definition.nodes.find(({ type }) => type === 'trigger')?.id ?? '',
    nodeOf: (name) => nodes.get(name),
    next: wayFinder(definition.edges),
  }
}

export type NodeOf<T extends NodeType> = Extract<AutomationNode, { type: T }>

/** The nodes of a kind, in their order. */
export const nodesOfType = <T extends NodeType>(
  { nodes }: Pick<AutomationDefinition, 'nodes'>,
  type: T,
): NodeOf<T>[] => nodes.filter((node): node is NodeOf<T> => node.type === type)
