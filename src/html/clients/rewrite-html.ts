import { Parser } from 'htmlparser2'
import { escapeHtml } from '../html.ts'

/** A start tag and where it is. */
export interface StartTag {
  name: string
  attributes: Readonly<Record<string, string>>
  start: number
  end: number
  isInBody: boolean
}

/** What becomes of an element: it stays, it goes with its content, or its tags are replaced. */
type Fate =
  | { kind: 'keep'; attributes?: Readonly<Record<string, string>> }
  | { kind: 'drop' }
  | { kind: 'rename'; name: string }

export const keep: Fate = { kind: 'keep' }

interface Rewriter {
  element(tag: StartTag): Fate
  /** Returns the style sheet as it stays; undefined removes the element. */
  styleSheet(css: string, start: number, tag: StartTag): string | undefined
}

/** Rewrites HTML. What the rewriter does not change stays as it is, byte for byte. */
export function rewriteHtml(source: string, { element, styleSheet }: Rewriter): string {
  const edits: { start: number; end: number; text: string }[] = []
  const open: { tag: StartTag; fate: Fate }[] = []
  /** How many of the open elements are dropped. Nothing inside of them is read. */
  let dropped = 0
  let isInBody = false
  const parser = new Parser({
    onopentag(name, attributes, isImplied) {
      const [start, end] = [parser.startIndex, isImplied ? parser.startIndex : parser.endIndex + 1]
      if (name === 'body') isInBody = true
      const tag: StartTag = { name, attributes, start, end, isInBody }
      const fate = dropped > 0 || isImplied ? keep : element(tag)
      open.push({ tag, fate })
      if (fate.kind === 'drop') dropped += 1
      if (fate.kind === 'rename') edits.push({ start, end, text: `<${fate.name}>` })
      if (fate.kind === 'keep' && fate.attributes) {
        const isEmpty = source.slice(start, end).endsWith('/>')
        edits.push({ start, end, text: writeTag(name, fate.attributes, isEmpty) })
      }
    },
    onclosetag(_, isImplied) {
      const last = open.pop()
      if (!last) return
      const { tag, fate } = last
      const end = isImplied ? Math.max(tag.end, parser.startIndex) : parser.endIndex + 1
      if (fate.kind === 'drop') {
        dropped -= 1
        if (dropped === 0) edits.push({ start: tag.start, end, text: '' })
      } else if (dropped > 0) return
      else if (fate.kind === 'rename' && !isImplied) {
        edits.push({ start: parser.startIndex, end, text: `</${fate.name}>` })
      } else if (tag.name === 'style') {
        const css = source.slice(tag.end, isImplied ? end : parser.startIndex)
        const text = styleSheet(css, tag.end, tag)
        if (text === undefined) edits.push({ start: tag.start, end, text: '' })
        else if (text !== css) {
          edits.push({ start: tag.end, end: tag.end + css.length, text })
        }
      }
    },
  })
  parser.end(source)
  return applyEdits(source, edits)
}

function writeTag(
  name: string,
  attributes: Readonly<Record<string, string>>,
  isEmpty: boolean,
): string {
  const all = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`)
  return `<${name}${all.join('')}${isEmpty ? '/' : ''}>`
}

/** An edit inside of another one is left out. */
function applyEdits(
  source: string,
  edits: readonly { start: number; end: number; text: string }[],
): string {
  let [out, at] = ['', 0]
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < at) continue
    out += source.slice(at, start) + text
    at = end
  }
  return out + source.slice(at)
}
