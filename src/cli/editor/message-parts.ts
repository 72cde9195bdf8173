/**
 * A message, cut into what a drag-and-drop editor may touch and what has to stay byte for byte: the
 * doctype, the head with its styles, conditional comments, and the logic of merge tags, which an HTML
 * parser would throw out of a table. `putTogether(parts, parts.body)` is the message again.
 */
export interface MessageParts {
  /** All up to the first thing that is drawn. */
  before: string
  /** What was taken out of it stands there as comments, which every parser leaves in their place. */
  body: string
  after: string
  kept: readonly string[]
}

const quoted = `"[^"]*"|'[^']*'`
const untouchable = new RegExp(
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
const mark = /<!--kept:(\d+)-->/g

export function takeApart(html: string): MessageParts {
  const kept: string[] = []
  const masked = html.replace(untouchable, (found) => {
    const isTag = /^<[a-z/]/i.test(found) && !isRaw(found)
    const isValue = found.startsWith('{{') && !/[<>]/.test(found)
    if (isTag || isValue) return found
    return `<!--kept:${kept.push(found) - 1}-->`
  })
  const start = startOf(masked)
  const rest = masked.slice(start)
  const end = /<\/(?:body|html)\s*>/i.exec(rest)?.index ?? rest.length
  const unmask = (text: string) => restore(text, kept)
  return {
    before: unmask(masked.slice(0, start)),
    body: rest.slice(0, end),
    after: unmask(rest.slice(end)),
    kept,
  }
}

const isRaw = (tag: string): boolean => /^<(style|script|noscript|title)\b/i.test(tag)

/** Behind `<body>`, else behind the head, else behind the doctype. */
function startOf(masked: string): number {
  const found =
    opening.exec(masked) ?? /<\/head\s*>/i.exec(masked) ?? /<html\b[^<>]*>/i.exec(masked)
  if (found) return found.index + found[0].length
  return /^\s*<!doctype[^>]*>/i.exec(masked)?.[0].length ?? 0
}

/** The message with another body, as an HTML serialiser wrote it. */
export const putTogether = ({ before, after, kept }: MessageParts, body: string): string =>
  before + restore(spellOut(body), kept) + after

const restore = (text: string, kept: readonly string[]): string =>
  text.replace(mark, (_, index: string) => kept[Number(index)] ?? '')

const characters: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '\u00a0': ' ',
}

/** A merge tag is no HTML: what was escaped within it would be another tag. */
const spellOut = (body: string): string =>
  body.replace(/\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}/g, (tag) =>
    tag.replace(/&(?:amp|lt|gt|quot|#39|nbsp);|\u00a0/g, (found) => characters[found] ?? found),
  )

/** What must not get lost on the way through an editor: merge tags and comments, in their order. */
export const piecesOf = (html: string): string[] =>
  [
    ...html.matchAll(
      /\{%(?:(?!\{%)[\s\S])*?%\}|\{\{(?:(?!\{\{)[\s\S])*?\}\}|<!--(?:(?!<!--)[\s\S])*?-->|<style(?:(?!<style)[\s\S])*?<\/style>/gi,
    ),
  ].map(([piece]) => piece.replace(/\s+/g, ' '))

/** Whether an editor that was only opened gives back all that is in the message. */
export const holdsAll = (before: string, after: string): boolean =>
  JSON.stringify(piecesOf(before)) === JSON.stringify(piecesOf(after))
