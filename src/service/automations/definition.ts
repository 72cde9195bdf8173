import { createNextNode } from '../../contract/automation-graph.ts'
import type { AutomationDefinition } from '../../contract/shapes/flows/automation.ts'
import type { AutomationNode, NodeType } from '../../contract/shapes/flows/automation-node.ts'

/** The definition of a version, prepared for traversal. It was validated before it was stored. */
export interface Flow extends AutomationDefinition {
  /** The node of type `trigger`, where runs start. */
  entry: string
  /** Returns undefined if there is no such node. */
  nodeOf(name: string): AutomationNode | undefined
  /** Returns the node after an edge; undefined at the end of the flow. */
  next(from: string, branch?: string): string | undefined
}

export function readFlow(definition: AutomationDefinition): Flow {
  const nodes = new Map(definition.nodes.map((node) => [node.id, node]))
  return {
    ...definition,
    entry: definition.nodes.find(({ type }) => type === 'trigger')?.id ?? '',
    nodeOf: (name) => nodes.get(name),
    next: createNextNode(definition.edges),
  }
}

export type NodeOf<T extends NodeType> = Extract<AutomationNode, { type: T }>

/** Returns the nodes of a type, in order. */
export const nodesOfType = <T extends NodeType>(
  { nodes }: Pick<AutomationDefinition, 'nodes'>,
  type: T,
): NodeOf<T>[] => nodes.filter((node): node is NodeOf<T> => node.type === type)
