/** A Liquid tag in a template: `{{ … }}`, `{% … %}`, or a whole raw or comment block. */
export interface MergeTag {
  kind: 'output' | 'tag' | 'block'
  start: number
  end: number
  text: string
}

const blockStart = /^\{%-?\s*(raw|comment)\b/
const definition = /\b(?:assign|capture|for|tablerow|increment|decrement)\s+["']?([\w-]+)/g
const blocks = /^(?:if|unless|case|for|tablerow|capture|raw|comment)$/
const branches = /^(?:else|elsif|when)$/

/** Finds all tags, in order. Stops at an unclosed tag, which Liquid refuses anyway. */
export function findMergeTags(template: string): MergeTag[] {
  const tags: MergeTag[] = []
  const opening = /\{[{%]/g
  for (let match = opening.exec(template); match; match = opening.exec(template)) {
    const start = match.index
    const kind = match[0] === '{{' ? 'output' : 'tag'
    const end =
      kind === 'output' ? endOfOutput(template, start) : endAfter(template, '%}', start + 1)
    if (end === undefined) break
    const text = template.slice(start, end)
    const block = kind === 'tag' ? blockStart.exec(text)?.[1] : undefined
    const tag =
      block === undefined
        ? ({ kind, start, end, text } as const)
        : wholeBlock(template, start, end, block)
    if (tag === undefined) break
    tags.push(tag)
    opening.lastIndex = tag.end
  }
  return tags
}

/**
 * Replaces each tag by text of the same length, so that its quotes and brackets do not confuse an
 * HTML parser. An output becomes letters, since it can be an unquoted attribute value. Other tags
 * become whitespace.
 */
export function maskMergeTags(template: string, tags: readonly MergeTag[]): string {
  let masked = ''
  let at = 0
  for (const { kind, start, end } of tags) {
    masked += template.slice(at, start) + (kind === 'output' ? 'x' : ' ').repeat(end - start)
    at = end
  }
  return masked + template.slice(at)
}

/** Returns the names that the template itself defines. */
export function definedNames(tags: readonly MergeTag[]): Set<string> {
  const names = new Set(['forloop', 'tablerowloop'])
  for (const { kind, text } of tags) {
    if (kind !== 'tag') continue
    for (const [, name] of text.matchAll(definition)) if (name !== undefined) names.add(name)
  }
  return names
}

export const mentions = (tag: MergeTag, names: ReadonlySet<string>): boolean =>
  (tag.text.match(/[\w-]+/g) ?? []).some((word) => names.has(word))

/** Whether a part of a template can be cut out: it closes every block that it opens. */
export function isBalanced(tags: readonly MergeTag[]): boolean {
  let depth = 0
  for (const tag of tags) {
    if (branches.test(wordOf(tag)) && depth === 0) return false
    depth += depthChange(tag)
    if (depth < 0) return false
  }
  return depth === 0
}

/** Returns 1 for a tag that opens a block, -1 for one that closes it. */
export function depthChange(tag: MergeTag): number {
  const word = wordOf(tag)
  if (blocks.test(word)) return 1
  return word.startsWith('end') ? -1 : 0
}

const wordOf = ({ kind, text }: MergeTag): string =>
  kind === 'tag' ? (/^\{%-?\s*(\w+)/.exec(text)?.[1] ?? '') : ''

function wholeBlock(
  template: string,
  start: number,
  from: number,
  word: string,
): MergeTag | undefined {
  const closing = new RegExp(`\\{%-?\\s*end${word}\\b[^%]*%\\}`, 'g')
  closing.lastIndex = from
  if (!closing.test(template)) return undefined
  const end = closing.lastIndex
  return { kind: 'block', start, end, text: template.slice(start, end) }
}

/** Finds the end of an output tag. `}}` inside quotes does not end it. */
function endOfOutput(template: string, start: number): number | undefined {
  let quote = ''
  for (let at = start + 2; at < template.length; at++) {
    const character = template.charAt(at)
    if (quote !== '') {
      if (character === '\\') at++
      else if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '}' && template.charAt(at + 1) === '}') return at + 2
  }
  return undefined
}

function endAfter(template: string, text: string, from: number): number | undefined {
  const at = template.indexOf(text, from)
  return at === -1 ? undefined : at + text.length
}
