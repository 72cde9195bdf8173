import type { AutomationEdge, AutomationNode } from './shapes/automation-node.ts'

/** The ways out of a node by name; a node without branches has one that has no name. */
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

/** Nodes by number, each with those it leads to: names were looked up already. */
export type Ways = readonly (readonly number[])[]

/** Those that can be come to from one of the others. */
export function reachedFrom(starts: readonly number[], ways: Ways): ReadonlySet<number> {
  const reached = new Set(starts)
  // A set is walked on to what is added on the way.
  for (const node of reached) for (const next of ways[node] ?? []) reached.add(next)
  return reached
}

/** Those in a loop: what is left when everything without a way in, or without a way out, is taken away. */
export function loopsIn(ways: Ways): number[] {
  const back: number[][] = ways.map(() => [])
  ways.forEach((nexts, node) => {
    for (const next of nexts) back[next]?.push(node)
  })
  const gone = new Set<number>()
  for (const [there, here] of [
    [ways, back],
    [back, ways],
  ] as const) {
    const left = here.map((others) => others.filter((other) => !gone.has(other)).length)
    const ends = left.flatMap((count, node) => (count === 0 && !gone.has(node) ? [node] : []))
    for (let node = ends.pop(); node !== undefined; node = ends.pop()) {
      gone.add(node)
      for (const next of there[node] ?? []) {
        left[next] = (left[next] ?? 0) - 1
        if (left[next] === 0 && !gone.has(next)) ends.push(next)
      }
    }
  }
  return ways.flatMap((_, node) => (gone.has(node) ? [] : [node]))
}

/** The same without the ways out of nodes at which every contact waits: a loop that is left never rests. */
export const hurried = (nodes: readonly (AutomationNode | undefined)[], ways: Ways): Ways =>
  ways.map((nexts, index) => (isRest(nodes[index]) ? [] : nexts))

/** A date may be past or missing: until then nobody waits. What could not be read may be a rest. */
const isRest = (node: AutomationNode | undefined): boolean =>
  node === undefined ||
  node.type === 'wait_event' ||
  (node.type === 'delay' && node.config.until_field === undefined)

/** Where the edges of a flow that was checked lead. */
export function wayFinder(edges: readonly AutomationEdge[]) {
  const ways = new Map(edges.map(({ from, branch, to }) => [keyOf(from, branch), to]))
  /** The node behind a branch; undefined where the flow ends. */
  return (from: string, branch?: string): string | undefined => ways.get(keyOf(from, branch))
}

/** No node's name has a slash. */
const keyOf = (from: string, branch = '') => `${from}/${branch}`
