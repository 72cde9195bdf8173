import type { Client } from '../../client/client.ts'
import { fields } from '../../contract/modules/fields.ts'
import { wireId } from '../../contract/path.ts'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import type { ColumnProfile, ShownType } from '../../tabular/column-profile.ts'
import type { Mapping } from '../../tabular/mapping.ts'
import type { Context } from '../context/context.ts'
import { addToCommand } from '../forms/fill-in.ts'
import { readListFields } from '../input/list-fields.ts'

/** A field that an import creates for a column. */
export interface NewField {
  name: string
  type: ShownType
}

/** Says that a few cells make a text of a column. */
export async function warnOfMisfits(
  { messages, output }: Context,
  name: string,
  profile: ColumnProfile | undefined,
): Promise<void> {
  const { almost, filled = 0 } = profile ?? {}
  if (!almost) return
  const { almostAll, fieldTypes } = messages.imports
  const { number } = output.local
  const facts = {
    column: name,
    type: fieldTypes[almost.type],
    wireType: almost.type,
    fitting: number(filled - almost.count),
    filled: number(filled),
    example: almost.example,
    line: number(almost.line),
  }
  await output.warn(almostAll(facts))
}

/** The id of a field until it is created. */
export const plannedId = (name: string): string => `new:${name}`

/** Asks which columns become fields. */
export async function chooseNewFields(
  context: Context,
  found: readonly NewField[],
): Promise<readonly NewField[]> {
  const { select, selectSeveral } = await import('../prompt/prompts.ts')
  const { messages, output } = context
  const { askCreateFields, createAll, createSome, createNone, whichFields } = messages.imports
  const prompter = await context.prompter()
  const count = output.local.number(found.length)
  const question = askCreateFields(count, describeFields(context, found))
  const answer = await select(prompter, question, [
    { value: 'all', name: createAll },
    ...(found.length > 1 ? [{ value: 'some', name: createSome }] : []),
    { value: 'none', name: createNone },
  ])
  if (answer === 'none') return []
  addToCommand(context, ['--create-fields'])
  if (answer === 'all') return found
  const choices = found.map((field) => ({ value: field, name: describeFields(context, [field]) }))
  const chosen = await selectSeveral(prompter, whichFields, choices, { isOptional: true })
  const left = found.filter((field) => !chosen.includes(field))
  addToCommand(
    context,
    left.flatMap(({ name }) => ['--map', `${name}=-`]),
  )
  return chosen
}

const maxShown = 12

/** `Ciudad (text), Edad (number)` */
export function describeFields(
  { messages: { imports } }: Context,
  found: readonly NewField[],
): string {
  const shown = found
    .slice(0, maxShown)
    .map(({ name, type }) => `${name} (${imports.fieldTypes[type]})`)
  return found.length > maxShown ? `${shown.join(', ')}, …` : shown.join(', ')
}

/** Creates the fields that are not there yet, and returns the mapping with their ids. */
export async function createFields(
  client: Client,
  listId: string,
  { mapping, newFields }: { mapping: Mapping; newFields: readonly NewField[] },
): Promise<Mapping> {
  if (newFields.length === 0) return mapping
  for (const { name, type } of newFields) {
    const sending = { idempotencyKey: newUuid() }
    try {
      await client.call(fields.create, { id: wireId(listId), name, type }, sending)
    } catch (error) {
      // With the same key, a rerun gets the list of the first run, which has fields.
      if (!(error instanceof Failure) || error.code !== 'already_exists') throw error
    }
  }
  // Another server may not answer the id, and only the list says how it keeps a field.
  const created = await readListFields(client, listId)
  const planned = new Set(newFields.map(({ name }) => plannedId(name)))
  return {
    ...mapping,
    columns: mapping.columns.map((column) => {
      const { target } = column
      if (typeof target !== 'object' || !planned.has(String(target.id))) return column
      const { name } = target
      return { ...column, target: created.find((field) => field.name === name) ?? target }
    }),
  }
}
