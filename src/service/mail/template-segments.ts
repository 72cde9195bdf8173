import { definedNames, depthChange, findMergeTags, type MergeTag } from './merge-tags.ts'

/** A segment of a template: constant text, a plain value, or a part that only Liquid can render. */
export type TemplateSegment = { text: string } | { value: string } | { liquid: number }

interface TemplateSegments {
  segments: readonly TemplateSegment[]
  /** The Liquid segments, each followed by `SEGMENT_END`; empty if there are none. */
  liquid: string
}

/** A private-use character that separates rendered segments. */
export const SEGMENT_END = '\uf8fe'

// Matches a plain variable. The literals look like one.
const bareName = /^\{\{\s*([A-Za-z_]\w*)\s*\}\}$/
const literals = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

/** Splits a template into segments; undefined if they depend on each other. */
export function splitTemplate(source: string): TemplateSegments | undefined {
  const tags = findMergeTags(source)
  // Whitespace control affects neighbouring segments.
  if (source.includes(SEGMENT_END) || tags.some(({ text }) => /^\{[{%]-|-[}%]\}$/.test(text)))
    return undefined
  const defined = definedNames(tags)
  const segments: TemplateSegment[] = []
  let liquid = ''
  let pending = ''
  let depth = 0
  let at = 0
  let count = 0

  const flush = () => {
    if (pending === '') return
    liquid += pending + SEGMENT_END
    segments.push({ liquid: count++ })
    pending = ''
  }
  const addText = (text: string) => {
    if (text === '') return
    if (depth > 0) pending += text
    else {
      flush()
      segments.push({ text })
    }
  }

  for (const tag of tags) {
    addText(source.slice(at, tag.start))
    at = tag.end
    const name = depth === 0 ? valueNamed(tag, defined) : undefined
    if (name === undefined) pending += tag.text
    else {
      flush()
      segments.push({ value: name })
    }
    depth += depthChange(tag)
    if (depth < 0) return undefined
  }
  addText(source.slice(at))
  flush()
  return depth === 0 ? { segments, liquid } : undefined
}

function valueNamed(tag: MergeTag, defined: ReadonlySet<string>): string | undefined {
  const name = tag.kind === 'output' ? bareName.exec(tag.text)?.[1] : undefined
  return name === undefined || defined.has(name) || literals.has(name) ? undefined : name
}
