import { Failure } from '../../core/failure.ts'
import { foldName } from '../../core/fold-name.ts'
import type { Answers, AskOptions } from '../command/form.ts'
import type { Context } from '../context/context.ts'
import { tree } from '../generated/tree.ts'
import type { Choice, FindChoices } from '../prompt/prompts.ts'
import { type FoundItems, findItems, type ReferenceItem } from '../references/items.ts'
import { labelOf, resolveReference } from '../references/resolve.ts'
import { sourceOf } from '../references/sources.ts'
import { collectionOf, type ReferenceKind } from '../syntax/reference-kinds.ts'
import type { AskedField, FieldFacts } from './asked-field.ts'
import { fieldLabel } from './label.ts'

/** Whether things of a kind belong to a list, so that its number is needed to list them. */
export const isOwned = (kind: ReferenceKind): boolean => owned.includes(kind)

const owned: readonly ReferenceKind[] = ['field', 'job', 'contact']

type Options = AskOptions & { asked: AskedField }

/** Up to so many are shown to be marked; more are searched one by one. */
const maxMarked = 30
/** How long no key is pressed before the server is asked. */
const pauseMs = 200

/**
 * Asks which thing of the account is meant, by its name. Returns `unknown` if the server does not list
 * things of this kind, so that its number has to be typed.
 */
export async function chooseReference(
  context: Context,
  field: FieldFacts & { reference?: ReferenceKind },
  options: Options,
): Promise<Answers[string] | 'unknown'> {
  const { reference: kind, kind: how } = field
  if (kind === undefined || kind === 'contact-id') return 'unknown'
  const within = isOwned(kind) ? await ownerOf(context, options.asked) : {}
  const all = await findItems(context, kind, within)
  if (!all) return options.isOptional ? undefined : 'unknown'
  const states = statesFor(options.asked)
  const found = { ...all, items: inStates(all.items, states) }
  if (found.items.length === 0 && found.isComplete) {
    if (options.isOptional) return undefined
    if (all.items.length === 0) throw nothingToChoose(context, kind)
    const { statusWords: words = 'status' } = await sourceOf(kind)
    const shown = (states ?? []).map((state) =>
      context.output.local.cell(state, { field: 'status', words }),
    )
    throw nothingInStates(context, kind, shown)
  }
  const label = fieldLabel(context, field, options)
  const find = finder(context, found, { kind, within, states })
  if (how === 'repeat') return chooseSeveral(context, label, { found, find, options })
  const { search } = await import('../prompt/prompts.ts')
  const none = { value: undefined, name: options.none ?? context.messages.prompts.none }
  return search<string | undefined>(await context.prompter(), label, async (text, signal) => {
    const choices = await find(text, signal)
    return options.isOptional && text === undefined ? [none, ...choices] : choices
  })
}

/** The states in which the verb can act on what it is about. `--force` acts in any state. */
function statesFor({ command, key, verb, answers }: AskedField): readonly string[] | undefined {
  const isSubject = verb.positionals.some((positional) => positional.key === key)
  if (!isSubject || answers.force === true) return undefined
  return command.actsOn ?? command.endpoint?.actsOn
}

/** Another server may leave out the state. */
const inStates = (items: readonly ReferenceItem[], states: readonly string[] | undefined) =>
  items.filter(({ state }) => !states || state === undefined || states.includes(state))

interface Several {
  found: FoundItems
  find: FindChoices<string>
  options: Options
}

async function chooseSeveral(
  context: Context,
  label: string,
  { found, find, options }: Several,
): Promise<string[] | undefined> {
  const { search, selectSeveral } = await import('../prompt/prompts.ts')
  const prompter = await context.prompter()
  if (found.isComplete && found.items.length <= maxMarked) {
    const marked = await selectSeveral(prompter, label, found.items.map(choiceOf), options)
    return marked.length === 0 ? undefined : marked
  }
  const chosen: string[] = []
  const noMore = { value: undefined, name: context.messages.prompts.noMore }
  for (;;) {
    const isEnough = chosen.length > 0 || options.isOptional === true
    const next = await search<string | undefined>(prompter, label, async (text, signal) => {
      const choices = (await find(text, signal)).filter(({ value }) => !chosen.includes(value))
      return isEnough && text === undefined ? [noMore, ...choices] : choices
    })
    if (next === undefined) return chosen.length === 0 ? undefined : chosen
    chosen.push(next)
  }
}

const choiceOf = (item: ReferenceItem): Choice<string> => ({ value: item.id, name: labelOf(item) })

interface Searched {
  kind: ReferenceKind
  within: { within?: string }
  states: readonly string[] | undefined
}

/** Searches what was read, and the server if it has more. */
function finder(
  context: Context,
  { items, isComplete }: FoundItems,
  { kind, within, states }: Searched,
): FindChoices<string> {
  return async (text, signal) => {
    if (text === undefined) return items.map(choiceOf)
    const folded = foldName(text)
    const matches = items.filter((item) => foldName(labelOf(item)).includes(folded))
    if (isComplete) return nearestFirst(matches, text).map(choiceOf)
    await context.host.clock.sleep(pauseMs, signal)
    if (signal.aborted) return []
    const answer = await findItems(context, kind, { search: text, ...within })
    const answered = answer ? inStates(answer.items, states) : matches
    return nearestFirst(answered, text).map(choiceOf)
  }
}

/** Enter chooses the first one, so a name that was typed in full comes before those that contain it. */
function nearestFirst(found: readonly ReferenceItem[], text: string): ReferenceItem[] {
  const typed = text.normalize('NFC').trim()
  const folded = foldName(typed)
  const distance = ({ id, names }: ReferenceItem): number => {
    if (id === typed || names.includes(typed)) return 0
    return names.some((name) => foldName(name) === folded) ? 1 : 2
  }
  return [...found].sort((one, other) => distance(one) - distance(other))
}

function nothingToChoose({ messages }: Context, kind: ReferenceKind): Failure {
  const verb = tree.find(({ path }) => path.endsWith(`${kind}s create`))
  return new Failure('nothing_to_choose', {
    values: {
      none: messages.references.none[kind],
      ...(verb && { create: `remite ${verb.path}` }),
    },
  })
}

function nothingInStates(
  { messages }: Context,
  kind: ReferenceKind,
  states: readonly string[],
): Failure {
  const collection = collectionOf(kind)
  return new Failure('nothing_to_choose', {
    values: {
      unfit: messages.references.none[kind],
      states: states.join(', '),
      ...(collection && { existing: `remite ${collection} list` }),
    },
  })
}

/** The number of the list that a field, a job or a contact belongs to. */
async function ownerOf(
  context: Context,
  { answers: { id } }: AskedField,
): Promise<{ within?: string }> {
  if (typeof id !== 'string') return {}
  return { within: await resolveReference(context, 'list', id) }
}
