import { type ForeignTag, findForeignTags } from './find.ts'
import type { KnownTag } from './names.ts'

interface Conversion {
  text: string
  /** What was replaced, each once. */
  translated: { from: string; to: string }[]
  /** Tags of other tools without an exact equivalent. They are left as they are. */
  left: string[]
}

/** Translates the merge tags of other tools, where the translation is beyond doubt. */
export function convertForeignTags(source: string, known: readonly KnownTag[]): Conversion {
  const translated = new Map<string, string>()
  const left = new Set<string>()
  let text = ''
  let at = 0
  for (const tag of findForeignTags(source, known)) {
    if (!isConvertible(tag)) {
      left.add(tag.text)
      continue
    }
    text += source.slice(at, tag.start) + tag.translation
    at = tag.end
    translated.set(tag.text, tag.translation)
  }
  return {
    text: text + source.slice(at),
    translated: [...translated].map(([from, to]) => ({ from, to })),
    left: [...left],
  }
}

const isConvertible = (tag: ForeignTag): tag is ForeignTag & { translation: string } =>
  tag.isExact && tag.translation !== undefined
