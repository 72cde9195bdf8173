import { createTagResolver, type KnownTag, type Resolution, type TagResolver } from './names.ts'
import {
  isAboutSender,
  type TagReading,
  tagSyntaxes,
  toolOfName,
  toolOfObject,
} from './syntaxes.ts'

/** A merge tag that does nothing here, with what it means. */
export interface ForeignTag {
  start: number
  end: number
  text: string
  /** Empty if several tools, or none, write it. */
  tool: string
  /** What to write in its place, if there is an equivalent. */
  translation: string | undefined
  /** Whether the translation is beyond doubt. */
  isExact: boolean
  /** Whether it may be plain text instead. */
  isLikeText?: true
}

/** An output of Liquid with one name: `{{ contact.FIRSTNAME | default: "you" }}`. */
const output =
  /\{\{-?\s*([\p{L}_][\p{L}\p{N}_-]{0,60})(?:\.([\p{L}_][\p{L}\p{N}_.-]{0,60}))?\s*((?:\|[^{}\r\n]{0,200})?)-?\}\}/gu

interface FindOptions {
  /** Names that the template defines itself. */
  defined?: ReadonlySet<string>
  /** How many to find of each syntax. */
  limit?: number
}

/**
 * Finds the merge tags of other tools, and our own in a spelling that does not work, such as
 * `{{ Nombre }}`.
 */
export function findForeignTags(
  source: string,
  known: readonly KnownTag[],
  { defined = new Set(), limit = Number.POSITIVE_INFINITY }: FindOptions = {},
): ForeignTag[] {
  const resolver = createTagResolver(known)
  const found: ForeignTag[] = []
  // Most messages have none of these characters in pairs, and searching for each syntax takes time.
  if (!/[{[%|$#<-]/.test(source)) return found
  for (const { tool, pattern, isAmbiguous, isLikeText, read } of tagSyntaxes) {
    const before = found.length
    for (const match of source.matchAll(pattern)) {
      if (found.length - before >= limit) break
      const reading = read(match)
      if (!reading || (isAmbiguous && resolver.exactly(reading.name) === undefined)) continue
      const { translation, isExact } = translate(reading, resolver)
      found.push({
        ...spanOf(match),
        tool,
        translation,
        isExact,
        ...(isLikeText && { isLikeText }),
      })
    }
  }
  const before = found.length
  for (const match of source.matchAll(output)) {
    if (found.length - before >= limit) break
    const [, first = '', member, filters = ''] = match
    if (resolver.isKnown(first) || defined.has(first)) continue
    const tool = member === undefined ? toolOf(first) : toolOfObject(first, member)
    if (member !== undefined && tool === undefined) continue
    if (member === undefined && resolver.exactly(first) === undefined) continue
    const meant = isAboutSender(first) ? undefined : resolver.resolve(member ?? first)
    found.push({ ...spanOf(match), tool: tool ?? '', ...outputOf(meant, filters) })
  }
  return withoutOverlaps(found)
}

const toolOf = (name: string): string | undefined =>
  Object.hasOwn(toolOfName, name) ? toolOfName[name] : undefined

const spanOf = (match: RegExpExecArray) => ({
  start: match.index,
  end: match.index + match[0].length,
  text: match[0],
})

function outputOf(meant: Resolution | undefined, filters: string) {
  if (!meant) return { translation: undefined, isExact: false }
  const parts = filters.split(':').map((part) => part.trim())
  const trimmed = parts.join(': ').trim()
  const rest = trimmed === '' ? '' : ` ${trimmed}`
  return { translation: `{{ ${meant.key}${rest} }}`, isExact: meant.isExact }
}

function translate(
  reading: TagReading,
  resolver: TagResolver,
): Pick<ForeignTag, 'translation' | 'isExact'> {
  const { form, expression, fallback, filter, linkText } = reading
  if (form === 'else') return exactly('{% else %}')
  if (form === 'end') return exactly('{% endif %}')
  if (expression !== undefined) return exactly(`{{ ${expression} }}`)
  const meant = resolver.resolve(memberOf(reading.name))
  if (!meant) return { translation: undefined, isExact: false }
  const { key, isExact } = meant
  if (form) return { translation: conditionOf(form, key, reading.equals), isExact }
  if (linkText !== undefined) {
    return { translation: `<a href="{{ ${key} }}">${linkText}</a>`, isExact }
  }
  const filters = [
    ...(fallback ? [`default: ${quoted(fallback)}`] : []),
    ...(filter === undefined ? [] : [filter]),
  ]
  return { translation: `{{ ${[key, ...filters].join(' | ')} }}`, isExact }
}

const exactly = (translation: string) => ({ translation, isExact: true })

/** `contact.first_name` names the same as `first_name`. */
const memberOf = (name: string): string => name.split('.').at(-1) ?? name

/** An empty text counts as true in Liquid. */
function conditionOf(form: string, key: string, equals: string | undefined): string {
  if (equals !== undefined) {
    const word = form === 'unless' ? 'if' : form
    return `{% ${word} ${key} ${form === 'unless' ? '!=' : '=='} ${quoted(equals)} %}`
  }
  return form === 'unless' ? `{% if ${key} == blank %}` : `{% ${form} ${key} != blank %}`
}

const quoted = (text: string): string =>
  text.includes('"') ? `'${text.replaceAll("'", '’')}'` : `"${text}"`

function withoutOverlaps(found: readonly ForeignTag[]): ForeignTag[] {
  // A stable sort: of two at the same position, the syntax that comes first in the table counts.
  const sorted = [...found].sort((a, b) => a.start - b.start)
  const kept: ForeignTag[] = []
  for (const tag of sorted) if (tag.start >= (kept.at(-1)?.end ?? 0)) kept.push(tag)
  return kept
}
