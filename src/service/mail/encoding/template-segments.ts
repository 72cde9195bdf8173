import { definedNames, depthChange, findMergeTags, mentions } from '../merge-tags.ts'

/** A segment of a template: constant text, an output tag, or a part that only Liquid can render. */
type TemplateSegment = { text: string } | { output: string } | { liquid: number }

interface TemplateSegments {
  segments: readonly TemplateSegment[]
  /** The Liquid segments, each followed by `SEGMENT_END`; empty if there are none. */
  liquid: string
}

/** A private-use character that separates rendered segments. */
export const SEGMENT_END = '\uf8fe'

/**
 * Splits a template into segments; undefined if they depend on each other. An output tag is a segment of
 * its own if `isOutput` accepts it and it reads nothing that the template defines.
 */
export function splitTemplate(
  source: string,
  isOutput: (tag: string) => boolean,
): TemplateSegments | undefined {
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
    if (depth === 0 && tag.kind === 'output' && !mentions(tag, defined) && isOutput(tag.text)) {
      flush()
      segments.push({ output: tag.text })
    } else pending += tag.text
    depth += depthChange(tag)
    if (depth < 0) return undefined
  }
  addText(source.slice(at))
  flush()
  return depth === 0 ? { segments, liquid } : undefined
}
