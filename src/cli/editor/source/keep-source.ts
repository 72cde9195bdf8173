import { unescapeTags } from '../message-parts.ts'
import { type Match, matchTokens } from './match-tokens.ts'
import { attributesOf, keyOf, type SourceToken, tokensOf, unitsOf } from './source-tokens.ts'

/** HTML as it was written, and what a serializer makes of it before any edit. */
interface Written {
  source: string
  drawn: string
}

/** Writes what a serializer makes of edited HTML in the spelling of its source. */
export type KeepSource = (now: string) => string

/** Reads a source once, so that it can be kept after each edit. */
export function sourceKeeper({ source, drawn }: Written): KeepSource {
  const before = tokensOf(drawn)
  const texts = before.map(({ text }) => text)
  let spelling: Spelling | undefined
  return (now) => {
    spelling ??= spellingOf(tokensOf(source), before)
    const after = tokensOf(now)
    const matches = matchTokens(
      texts,
      after.map(({ text }) => text),
    )
    return write({ before, after, matches, spelling })
  }
}

/** The source of a token that was drawn. */
interface Source {
  token: SourceToken
  /** What follows and was not drawn. */
  rest: string
  /** Both. */
  text: string
}

interface Spelling {
  /** What precedes the first token that both have. */
  start: string
  tokens: readonly (Source | undefined)[]
  /** The source by what was drawn of it, for parts that were moved or copied. */
  byText: ReadonlyMap<string, SourceToken>
}

/**
 * Finds the source of each token that was drawn. End tags and `<tbody>` may be left out in HTML: they are
 * drawn and have none.
 */
function spellingOf(source: readonly SourceToken[], drawn: readonly SourceToken[]): Spelling {
  const matches = matchTokens(source.map(keyOf), drawn.map(keyOf))
  // The serializer may leave an attribute out.
  const all = fillGaps(matches, source, drawn, ({ kind, name, text }) => `${kind} ${name || text}`)
  const found = new Map(all.map(([x, y]) => [y, x]))
  const positions = [...found.values(), source.length]
  const textOf = (from: number, until: number) =>
    source
      .slice(from, until)
      .map(({ text }) => text)
      .join('')
  const next = new Map(positions.map((position, index) => [position, positions[index + 1]]))
  const tokens = drawn.map((_, index) => {
    const position = found.get(index)
    const token = position === undefined ? undefined : source[position]
    if (!token || position === undefined) return undefined
    const rest = textOf(position + 1, next.get(position) ?? source.length)
    return { token, rest, text: token.text + rest }
  })
  const byText = new Map(
    drawn.flatMap(({ text }, index) => {
      const token = tokens[index]?.token
      return token ? [[text, token] as const] : []
    }),
  )
  return { start: textOf(0, positions[0] ?? 0), tokens, byText }
}

/** Matches tokens between two matches that are the same in one respect. */
function fillGaps(
  matches: readonly Match[],
  one: readonly SourceToken[],
  other: readonly SourceToken[],
  respect: (token: SourceToken) => string,
): Match[] {
  const filled: Match[] = []
  let [x, y] = [0, 0]
  for (const [nextX, nextY] of [...matches, [one.length, other.length] as const]) {
    if (x < nextX && y < nextY) {
      const inside = [one.slice(x, nextX), other.slice(y, nextY)].map((gap) => gap.map(respect))
      for (const [inX, inY] of matchTokens(inside[0] ?? [], inside[1] ?? []))
        filled.push([x + inX, y + inY])
    }
    if (nextX < one.length) filled.push([nextX, nextY])
    x = nextX + 1
    y = nextY + 1
  }
  return filled
}

interface Edited {
  before: readonly SourceToken[]
  after: readonly SourceToken[]
  matches: readonly Match[]
  spelling: Spelling
}

function write({ before, after, matches, spelling }: Edited): string {
  const { tokens } = spelling
  // A tag or text that was edited in place keeps what has not changed of it.
  const pairs = fillGaps(matches, before, after, ({ kind, name }) => `${kind} ${name}`)
  const written = [pairs[0]?.[0] === 0 && pairs[0][1] === 0 ? spelling.start : '']
  let y = 0
  for (let index = 0; index <= pairs.length; ) {
    const [fromX, fromY] = pairs[index] ?? [before.length, after.length]
    written.push(...after.slice(y, fromY).map((token) => writeAdded(token, spelling)))
    let length = 0
    while (
      pairs[index + length]?.[0] === fromX + length &&
      pairs[index + length]?.[1] === fromY + length
    )
      length += 1
    // What the source leaves out follows from what is beside it, so it is written where that has changed.
    let [first, last] = [0, length]
    if (fromX > 0 || fromY > 0) while (first < length && !tokens[fromX + first]) first += 1
    if (fromX + length < before.length || fromY + length < after.length)
      while (last > first && !tokens[fromX + last - 1]) last -= 1
    for (let each = 0; each < length; each += 1) {
      const [source, now] = [tokens[fromX + each], after[fromY + each]]
      const drawn = before[fromX + each]
      const isInside = each >= first && each < last
      if (!drawn || !now) continue
      if (!source) written.push(isInside && drawn.text === now.text ? '' : unescapeTags(now.text))
      else if (drawn.text === now.text) written.push(source.text)
      else written.push(merge({ source: source.token, drawn, now }), source.rest)
    }
    y = fromY + length
    index += Math.max(length, 1)
  }
  return written.join('')
}

/** Writes a token that is new at its place. A part that was copied or moved is known. */
const writeAdded = ({ kind, text }: SourceToken, { byText }: Spelling): string =>
  (kind === 'end' ? undefined : byText.get(text)?.text) ?? unescapeTags(text)

interface Change {
  source: SourceToken
  drawn: SourceToken
  now: SourceToken
}

function merge(change: Change): string {
  if (change.now.kind === 'start') return mergeTags(change)
  return change.now.kind === 'text' ? mergeTexts(change) : unescapeTags(change.now.text)
}

/** Writes a start tag with the attributes that have not changed as they were. */
function mergeTags({ source, drawn, now }: Change): string {
  const byName = (token: SourceToken) =>
    new Map(attributesOf(token).map((attribute) => [attribute.name, attribute]))
  const [had, has] = [byName(drawn), byName(now)]
  let text = source.text
  for (const { name, text: written } of attributesOf(source)) {
    const [old, current] = [had.get(name), has.get(name)]
    has.delete(name)
    if (old?.value === current?.value) continue
    text = current
      ? text.replace(written, () => unescapeTags(current.text))
      : text.replace(new RegExp(`\\s*${escapeRegExp(written)}`), '')
  }
  const added = [...has.values()].filter(({ name, value }) => had.get(name)?.value !== value)
  const end = /\/?>$/.exec(text)?.[0] ?? ''
  const start = text.slice(0, text.length - end.length).trimEnd()
  const space = text.slice(start.length, text.length - end.length)
  return start + added.map((each) => ` ${unescapeTags(each.text)}`).join('') + space + end
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Writes a text with the characters that have not changed as they were. */
function mergeTexts({ source, drawn, now }: Change): string {
  const written = unitsOf(source.text)
  const [old, current] = [plainUnits(drawn.text), plainUnits(now.text)]
  if (written.length !== old.length) return unescapeTags(now.text)
  const units = unitsOf(now.text)
  const merged: string[] = []
  let y = 0
  for (const [oldAt, at] of [...matchTokens(old, current), [old.length, units.length] as const]) {
    merged.push(unescapeTags(units.slice(y, at).join('')), written[oldAt] ?? '')
    y = at + 1
  }
  return merged.join('')
}

/** The editor writes a no-break space beside a merge tag as a space. */
const plainUnits = (text: string): string[] => {
  const units = unitsOf(text)
  return units.map((unit, index) => {
    const isBeside = units[index + 1] === '{' || units[index - 1] === '}'
    return isBeside && /^(?:\u00a0|&nbsp;|&#160;)$/.test(unit) ? ' ' : unit
  })
}
