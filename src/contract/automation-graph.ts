import type { AutomationEdge, AutomationNode } from './shapes/flows/automation-node.ts'

/** Returns the branches of a node by name. A node without branches has one unnamed branch. */
export function branchesOf({ type, config }: AutomationNode): readonly (string | undefined)[] {
  switch (type) {
    case 'condition':
      return ['yes', 'no']
    case 'wait_event':
      return ['yes', 'timeout']
    case 'split':
      return Object.keys(config.shares)
    case 'exit':
    case 'goal':
      return []
    default:
      return [undefined]
  }
}

/** The successors of each node, by index. */
export type Successors = readonly (readonly number[])[]

/** Returns the nodes that are reachable from the starts. */
export function reachableFrom(
  starts: readonly number[],
  successors: Successors,
): ReadonlySet<number> {
  const reached = new Set(starts)
  // Iterating a set includes the elements added meanwhile.
  for (const node of reached) for (const next of successors[node] ?? []) reached.add(next)
  return reached
}

/**
 * Returns the nodes in a loop: those that remain after repeatedly removing nodes without
 * predecessors or successors.
 */
export function loopsIn(successors: Successors): number[] {
  const predecessors: number[][] = successors.map(() => [])
  successors.forEach((nexts, node) => {
    for (const next of nexts) predecessors[next]?.push(node)
  })
  const removed = new Set<number>()
  for (const [outgoing, incoming] of [
    [successors, predecessors],
    [predecessors, successors],
  ] as const) {
    const left = incoming.map((others) => others.filter((other) => !removed.has(other)).length)
    const ends = left.flatMap((count, node) => (count === 0 && !removed.has(node) ? [node] : []))
    for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
      removed.add(node)
      for (const next of outgoing[node] ?? []) {
        left[next] = (left[next] ?? 0) - 1
        if (left[next] === 0 && !removed.has(next)) ends.push(next)
      }
    }
  }
  return successors.flatMap((_, node) => (removed.has(node) ? [] : [node]))
}

/** Removes the edges from nodes at which every contact waits. A remaining loop never waits. */
export const withoutWaits = (
  nodes: readonly (AutomationNode | undefined)[],
  successors: Successors,
): Successors => successors.map((nexts, index) => (mayWait(nodes[index]) ? [] : nexts))

/** A date can be past or missing, and then nobody waits. An unreadable node may wait. */
const mayWait = (node: AutomationNode | undefined): boolean =>
  node === undefined ||
  node.type === 'wait_event' ||
  (node.type === 'delay' && node.config.until_field === undefined)

/** Returns a function that finds the next node of a valid flow. */
export function createNextNode(edges: readonly AutomationEdge[]) {
  const successors = new Map(edges.map(({ from, branch, to }) => [keyOf(from, branch), to]))
  /** Returns the node after a branch; undefined at the end of the flow. */
  return (from: string, branch?: string): string | undefined => successors.get(keyOf(from, branch))
}

/** Node names contain no slash. */
const keyOf = (from: string, branch = '') => `${from}/${branch}`
