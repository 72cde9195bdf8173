import { textEngine } from './liquid.ts'
import { findMergeTags } from './merge-tags.ts'

const engine = textEngine()

/** `{% for item in event.items %}` */
const loopOverEvent = /^\{%-?\s*for\s+([\w-]+)\s+in\s+event\.([\w-]+)/

/** What the library reads of every list or text. */
const builtIn = new Set(['size', 'first', 'last'])

/**
 * Returns the properties of the event that a template reads: `total`, or `items[].price` for the
 * entries of a list in a loop. The template must be valid.
 */
export function eventPathsIn(source: string): string[] {
  if (!/\bevent\b/.test(source)) return []
  const lists = new Map<string, string>()
  for (const { kind, text } of findMergeTags(source)) {
    const [, item, list] = (kind === 'tag' && loopOverEvent.exec(text)) || []
    if (item !== undefined && list !== undefined) lists.set(item, list)
  }
  const paths = new Set<string>()
  for (const [root, key] of engine.variableSegmentsSync(engine.parse(source))) {
    if (typeof key !== 'string' || builtIn.has(key)) continue
    const list = lists.get(String(root))
    if (root === 'event') paths.add(key)
    else if (list !== undefined) paths.add(`${list}[].${key}`)
  }
  return [...paths]
}
