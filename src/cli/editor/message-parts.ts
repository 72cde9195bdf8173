/**
 * A message, split into the part that a drag-and-drop editor may change and the parts that must
 * stay byte for byte: the doctype, the head with its styles, conditional comments, and the logic of
 * merge tags, which an HTML parser would move out of a table. `joinMessage(parts, parts.body)`
 * returns the original.
 */
export interface MessageParts {
  /** Everything before the visible content. */
  before: string
  /** Protected parts are replaced by comments, which every parser leaves in place. */
  body: string
  after: string
  parts: readonly string[]
}

const quoted = `"[^"]*"|'[^']*'`
/** Tags, and what an HTML parser must not touch. */
export const messagePieces = new RegExp(
  [
    String.raw`<!--[\s\S]*?-->`,
    String.raw`<!\[[^>]*>`,
    String.raw`<\?[^>]*>`,
    String.raw`<(?<raw>style|script|noscript|title)\b[\s\S]*?<\/\k<raw>\s*>`,
    `<[a-z/](?:${quoted}|[^"'>])*>`,
    String.raw`\{%[\s\S]*?%\}`,
    String.raw`\{\{[\s\S]*?\}\}`,
  ].join('|'),
  'gi',
)
const opening = new RegExp(String.raw`<body\b(?:${quoted}|[^"'>])*>`, 'i')
const placeholder = /<!--kept:(\d+)-->/g

/**
 * Splits a message. Protected parts are added to `parts`, so that several versions of a message can share
 * them.
 */
export function splitMessage(html: string, parts: string[] = []): MessageParts {
  const masked = html.replace(messagePieces, (found) => {
    const isTag = /^<[a-z/]/i.test(found) && !isRaw(found)
    const isValue = found.startsWith('{{') && !/[<>]/.test(found)
    if (isTag || isValue) return found
    return `<!--kept:${parts.push(found) - 1}-->`
  })
  const start = startOf(masked)
  const visible = masked.slice(start)
  const end = /<\/(?:body|html)\s*>/i.exec(visible)?.index ?? visible.length
  const unmask = (text: string) => restore(text, parts)
  return {
    before: unmask(masked.slice(0, start)),
    body: visible.slice(0, end),
    after: unmask(visible.slice(end)),
    parts,
  }
}

const isRaw = (tag: string): boolean => /^<(style|script|noscript|title)\b/i.test(tag)

/** Returns the offset after `<body>`, else after the head, else after the doctype. */
function startOf(masked: string): number {
  const found =
    opening.exec(masked) ?? /<\/head\s*>/i.exec(masked) ?? /<html\b[^<>]*>/i.exec(masked)
  if (found) return found.index + found[0].length
  return /^\s*<!doctype[^>]*>/i.exec(masked)?.[0].length ?? 0
}

/** Returns the message with another body. */
export const joinMessage = ({ before, after, parts }: MessageParts, body: string): string =>
  before + restore(body, parts) + after

const restore = (text: string, parts: readonly string[]): string =>
  text.replace(placeholder, (_, index: string) => parts[Number(index)] ?? '')

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '\u00a0': ' ',
}

/**
 * Unescapes merge tags in what an HTML serializer has written. They are not HTML, so escaping would change
 * their meaning.
 */
export const unescapeTags = (body: string): string =>
  body.replace(/\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}/g, (tag) =>
    tag.replace(/&(?:amp|lt|gt|quot|#39|nbsp);|\u00a0/g, (found) => characters[found] ?? found),
  )

/** Returns the parts that an editor must preserve: merge tags, comments and styles, in order. */
const protectedParts = (html: string): string[] =>
  [
    ...html.matchAll(
      /\{%(?:(?!\{%)[\s\S])*?%\}|\{\{(?:(?!\{\{)[\s\S])*?\}\}|<!--(?:(?!<!--)[\s\S])*?-->|<style(?:(?!<style)[\s\S])*?<\/style>/gi,
    ),
  ].map(([piece]) => piece.replace(/\s+/g, ' '))

/** Whether an editor returns all protected parts of an unedited message. */
export const preservesAll = (before: string, after: string): boolean =>
  JSON.stringify(protectedParts(before)) === JSON.stringify(protectedParts(after))
