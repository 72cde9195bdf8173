import { definedNames, depthChange, findMergeTags, type MergeTag } from './merge-tags.ts'

/** What a template is made of: text that is the same for all, values, and what only Liquid can say. */
export type Part = { text: string } | { value: string } | { liquid: number }

export interface Skeleton {
  parts: readonly Part[]
  /** What is left for Liquid, each of it followed by `END`; empty where nothing is. */
  liquid: string
}

/** Private to us, and looked for in whatever comes back. */
export const END = '\uf8fe'

// A bare name. These look like one and are none.
const bareName = /^\{\{\s*([A-Za-z_]\w*)\s*\}\}$/
const literals = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank'])

/** Undefined where the parts depend on each other. */
export function skeletonOf(source: string): Skeleton | undefined {
  const tags = findMergeTags(source)
  // White space control reaches over the border of a tag.
  if (source.includes(END) || tags.some(({ text }) => /^\{[{%]-|-[}%]\}$/.test(text)))
    return undefined
  const defined = definedNames(tags)
  const parts: Part[] = []
  let liquid = ''
  let pending = ''
  let depth = 0
  let at = 0
  let count = 0

  const flush = () => {
    if (pending === '') return
    liquid += pending + END
    parts.push({ liquid: count++ })
    pending = ''
  }
  const addText = (text: string) => {
    if (text === '') return
    if (depth > 0) pending += text
    else {
      flush()
      parts.push({ text })
    }
  }

  for (const tag of tags) {
    addText(source.slice(at, tag.start))
    at = tag.end
    const name = depth === 0 ? valueNamed(tag, defined) : undefined
    if (name === undefined) pending += tag.text
    else {
      flush()
      parts.push({ value: name })
    }
    depth += depthChange(tag)
    if (depth < 0) return undefined
  }
  addText(source.slice(at))
  flush()
  return depth === 0 ? { parts, liquid } : undefined
}

function valueNamed(tag: MergeTag, defined: ReadonlySet<string>): string | undefined {
  const name = tag.kind === 'output' ? bareName.exec(tag.text)?.[1] : undefined
  return name === undefined || defined.has(name) || literals.has(name) ? undefined : name
}
