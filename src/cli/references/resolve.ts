import { Failure } from '../../core/failure.ts'
import { foldName } from '../../core/fold-name.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import { oneLine } from '../../core/safe-text.ts'
import { fill } from '../../messages/fill.ts'
import type { Context } from '../context/context.ts'
import { collectionOf, isTakenAsTyped, type ReferenceKind } from '../syntax/reference-kinds.ts'
import {
  type FoundItems,
  findItems,
  maxItemsRead,
  type ReferenceItem,
  referenceItems,
} from './items.ts'
import { ownId } from './own-id.ts'
import { sourceOf } from './sources.ts'

/**
 * Returns what a request takes for a number or a name: a number stays; a name is looked up, first exactly,
 * then without case and accents. Of several, one is chosen at a terminal. On another server ids may be
 * words: there, a text that is not a name is taken as an id. `within` is the number of what it belongs to.
 */
export async function resolveReference(
  context: Context,
  kind: ReferenceKind,
  typed: string,
  within?: string,
): Promise<string> {
  const text = typed.normalize('NFC').trim()
  if (text === '') throw new Failure('missing_input', { values: { flags: kind } })
  if (isTakenAsTyped(kind, text)) return text
  const { isLarge, hidden } = await sourceOf(kind)
  const scope = within === undefined ? {} : { within }
  const searched = await findItems(context, kind, { search: text, ...scope })
  if (!searched) return text // the server answers for itself
  const exact = searched.items.filter(({ names }) => names.includes(text))
  // An address is unique. Of a name, there may be another among what was not read.
  const isOnly = searched.isComplete || text.includes('@')
  if (exact.length > 0) return chooseOne(context, { kind, name: text, isOnly }, exact)
  const all = isLarge ? searched : ((await findItems(context, kind, scope)) ?? searched)
  if (hidden) all.items.push(...(await referenceItems(context, kind, { isHidden: true })))
  const folded = foldName(text)
  const known = new Map([...searched.items, ...all.items].map((item) => [item.id, item]))
  const alike = [...known.values()].filter(({ names }) =>
    names.some((name) => foldName(name) === folded),
  )
  if (alike.length > 0) {
    return chooseOne(context, { kind, name: text, isOnly: isOnly || all.isComplete }, alike)
  }
  if (kind === 'user' && text === 'me') return ownId(context)
  if (all.hasWordIds || (await mayHaveWordIds(context, all))) return text
  throw notFound(context, kind, text, all)
}

/** Whether ids may be words there: nothing is listed yet, and the server is not one like ours. */
const mayHaveWordIds = async ({ client, host }: Context, { items }: FoundItems): Promise<boolean> =>
  items.length === 0 && !(await (await client()).offers('idempotency', host.stopped))

interface Typed {
  kind: ReferenceKind
  name: string
  /** Whether a single match is the only one of this name. */
  isOnly: boolean
}

/** Returns the only match, or asks for one of several if a person can answer. */
async function chooseOne(
  context: Context,
  { kind, name, isOnly }: Typed,
  found: readonly ReferenceItem[],
): Promise<string> {
  const [first, second] = found
  if (first && !second && isOnly) return first.id
  const { references } = context.messages
  if (context.mayAsk && second) {
    const { select } = await import('../prompt/prompts.ts')
    const question = fill(references.which, { kind: references.one[kind], name })
    const choices = found.map((item) => ({ value: item.id, name: labelOf(item) }))
    return select(await context.prompter(), question, choices)
  }
  const shown = found.slice(0, maxCandidates)
  const { quoted } = references
  const ids = shown.map((item) => {
    // Names that differ in case or accents only are told apart by their spelling.
    const spelled = item.names.includes(name)
      ? undefined
      : fill(quoted, { name: oneLine(item.name) })
    const facts = [spelled, item.note].filter((fact) => fact !== undefined && fact !== item.id)
    return facts.length === 0 ? item.id : `${item.id} (${facts.join(', ')})`
  })
  if (found.length > maxCandidates) ids.push('…')
  const values = { name, ids: ids.join(', '), ...(!second && { reason: 'unread_names' }) }
  throw new Failure('ambiguous_name', { values })
}

/** How many things of the same name an error names at most. */
const maxCandidates = 10

/** `Spring · ID 7 · sent, 12 Mar 2027 09:00` */
export const labelOf = ({ id, name, note }: ReferenceItem): string =>
  [name, ...(id === name ? [] : [/^\d+$/.test(id) ? `ID\u00a0${id}` : id]), note]
    .filter((part, index, all) => part && all.indexOf(part) === index)
    .join(' · ')

function notFound(
  { messages: { references } }: Context,
  kind: ReferenceKind,
  text: string,
  { items, isComplete }: FoundItems,
): Failure {
  const near = nearestOf(text, items).map((name) =>
    fill(references.quoted, { name: oneLine(name) }),
  )
  const collection = collectionOf(kind)
  const values = {
    reason: 'unknown_name',
    none: references.none[kind],
    name: text,
    ...(near.length > 0 && { near: near.join(', ') }),
    ...(!isComplete && { limit: maxItemsRead }),
    // The fields of a list are listed with that list.
    ...(collection && kind !== 'field' && { command: `remite ${collection} list` }),
  }
  return new Failure('not_found', { values })
}

const maxNear = 3

/** The names that contain the text or are spelt almost like it. */
function nearestOf(text: string, items: readonly ReferenceItem[]): string[] {
  const names = items.flatMap(({ name, names: [known] }) => (known === undefined ? [] : [name]))
  const folded = foldName(text)
  const alike = likelyWord(text, names)
  const containing = names.filter((name) => foldName(name).includes(folded))
  return [...new Set([...(alike === undefined ? [] : [alike]), ...containing])].slice(0, maxNear)
}
