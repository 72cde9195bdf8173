import { builtInTags, createTagResolver } from '../../../core/foreign-tags/names.ts'
import { truncate } from '../../../core/storable-text.ts'
import type { MergeTag } from '../../mail/merge-tags.ts'
import { readTag } from './expression.ts'
import type { Finding } from './finding.ts'
import type { Message, MessagePart } from './message.ts'

/** Merge tags that show nothing or themselves: of other tools, and of fields that do not exist. */
export const checkMergeTags = (message: Message): Finding[] =>
  partsOf(message).flatMap((part) => [...foreignTags(part), ...unknownNames(part, message)])

const partsOf = ({ subject, preheader, html, text }: Message): MessagePart[] => [
  subject,
  preheader,
  html,
  text,
]

const foreignTags = (part: MessagePart): Finding[] =>
  part.foreign.map(({ start, end, text, tool, translation, isExact, isLikeText }) => ({
    // A tag without a tool is one of ours, misspelt.
    code: tool === '' ? 'merge_tag_unknown' : 'foreign_tag',
    level: isLikeText ? 'warn' : 'error',
    values: {
      tag: excerptOf(text),
      ...(tool !== '' && { tool }),
      ...(translation !== undefined && { suggestion: translation }),
    },
    place: part.placeAt(start, end),
    suggestion: translation,
    isFixable: isExact && !isLikeText && translation !== undefined,
  }))

function unknownNames(part: MessagePart, { known }: Message): Finding[] {
  const resolver = createTagResolver(known)
  const guarded = guardedNames(part.tags)
  return part.tags
    .filter((tag) => !part.hasForeign(tag))
    .flatMap((tag) => {
      const { names, filters, isOutput } = readTag(tag)
      const name = names.find(
        (each) => !resolver.isKnown(each) && !part.defined.has(each) && !isLink(each),
      )
      if (name === undefined) return []
      const meant = resolver.resolve(name)
      const isShown = isOutput && name === names[0]
      const isEmpty = isShown && !filters.includes('default') && !guarded.has(name)
      const suggestion = meant && tag.text.replace(name, meant.key)
      return {
        code: 'merge_tag_unknown' as const,
        level: isEmpty ? ('error' as const) : ('warn' as const),
        values: { tag: excerptOf(tag.text), ...(meant && { suggestion: meant.key }) },
        place: part.placeAt(tag.start, tag.end),
        suggestion,
        isFixable: meant?.isExact === true,
      }
    })
}

/** A tag can be as long as a message. */
const excerptOf = (text: string): string => truncate(text, 100)

/** The tracking links that the service adds. */
const isLink = (name: string): boolean => /^click_\d+$/.test(name)

/** The names that a condition reads: what they show may be meant to be empty. */
const guardedNames = (tags: readonly MergeTag[]): Set<string> =>
  new Set(tags.flatMap((tag) => (tag.kind === 'tag' ? readTag(tag).names : [])))

/** A custom field or `nombre` that a message shows as it is, so that its absence is seen. */
export interface ShownField {
  key: string
  place: Finding['place']
}

/** Returns the fields that the message shows without a default and without a condition. */
export function shownFields(message: Message): ShownField[] {
  const found = new Map<string, ShownField>()
  const keys = new Set(message.known.map(({ key }) => key))
  const isField = (name: string) => keys.has(name) && !filled.has(name)
  for (const part of partsOf(message)) {
    const guarded = guardedNames(part.tags)
    for (const tag of part.tags) {
      const { names, filters, isOutput } = readTag(tag)
      const [name] = names
      if (name === undefined || !isOutput || filters.includes('default')) continue
      if (guarded.has(name) || found.has(name) || !isField(name)) continue
      found.set(name, { key: name, place: part.placeAt(tag.start, tag.end) })
    }
  }
  return [...found.values()]
}

/** Those that do not depend on the contact. */
const filled = new Set(builtInTags.map(({ key }) => key).filter((key) => key !== 'nombre'))
