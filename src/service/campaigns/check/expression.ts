import type { MergeTag } from '../../mail/merge-tags.ts'

/** What a merge tag reads. */
interface TagReading {
  /** The names in front: a `.` or `[` ends a name. */
  names: readonly string[]
  /** The filters of an output. */
  filters: readonly string[]
  /** Whether the tag writes the value of its first name. Otherwise it is a condition or a loop. */
  isOutput: boolean
}

const literal = /"[^"]*"|'[^']*'/g
const nameAt = /(?<![\p{L}\p{N}_.-])[\p{L}_][\p{L}\p{N}_-]*/gu
const keywords = new Set(
  (
    'and or not contains in true false nil null blank empty if elsif unless case when for assign ' +
    'capture else endif endunless endcase endfor endcapture limit offset reversed break continue ' +
    'raw endraw comment endcomment with as cycle tablerow increment decrement'
  ).split(' '),
)

/** Reads a tag without the library: it also understands messages that do not parse. */
export function readTag({ kind, text }: MergeTag): TagReading {
  const nothing = { names: [], filters: [], isOutput: false }
  if (kind === 'block') return nothing
  const inside = text.slice(2, -2).replace(/^-|-$/g, '').trim()
  if (inside.startsWith('#')) return nothing
  const plain = inside.replace(literal, '""')
  const [head = '', ...filters] = plain.split('|')
  const filterNames = filters.map((each) => /^\s*([\w-]+)/.exec(each)?.[1] ?? '')
  // The names of parameters, `limit: 3`, end with a colon.
  const names = [head, ...filters.map((each) => each.replace(/^[^:]*:?/, ''))].flatMap((part) =>
    [...part.matchAll(nameAt)]
      .filter(({ index, 0: name }) => part[index + name.length] !== ':')
      .map(([name]) => name),
  )
  const assigned = /^assign\s+([\p{L}_][\p{L}\p{N}_-]*)/u.exec(inside)?.[1]
  const isName = (name: string) =>
    kind === 'output' ? !/^(?:true|false|nil|null|blank|empty)$/.test(name) : !keywords.has(name)
  return {
    names: names.filter((name) => isName(name) && name !== assigned),
    filters: filterNames,
    isOutput: kind === 'output',
  }
}
