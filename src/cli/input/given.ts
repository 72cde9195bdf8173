import { fieldValues } from '../../contract/field.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type AnyCommand, nameOfPositional } from '../command.ts'
import type { Context } from '../context.ts'
import { type FieldFlags, type Flag, flagsOf } from '../flag.ts'
import { readField, readPlain, type Typed } from './field-value.ts'

/** What was typed, as the parser left it: by the keys of flags and positionals. */
export interface Raw {
  positionals: Record<string, Typed | undefined>
  flags: Record<string, Typed | undefined>
}

/** Flags and positionals to the request of the endpoint, the options and the words of the verb. */
export async function readGiven(command: AnyCommand, raw: Raw, context: Context) {
  const { endpoint, options = {}, fields = {} } = command
  const names = (command.positionals ?? []).map(nameOfPositional)
  const flags: Flag[] = endpoint ? flagsOf(endpoint, { fields, positionals: names }) : []
  const own = Object.entries(options as Record<string, Omit<Flag, 'name' | 'key'>>).map(
    ([key, option]): Flag => ({ name: key, key, ...option }),
  )
  const typed = { ...raw.positionals, ...raw.flags }
  refuseMissing([...flags, ...own], typed)
  const problems: Problem[] = []
  const input: Record<string, unknown> = {}
  const positionals = names.map((key: string): Flag => ({ name: key, key, kind: 'text' }))
  for (const flag of endpoint ? [...flags, ...positionals] : []) {
    const value = typed[flag.key]
    if (value === undefined) continue
    input[flag.key] = await readField(value, { flag, said: fields[flag.key], context, problems })
  }
  const chosen = Object.fromEntries(
    own.flatMap((option) => {
      const value = typed[option.key]
      return value === undefined ? [] : [[option.key, readPlain(value, option, problems)]]
    }),
  )
  if (problems.length > 0) throw new Failure('usage', { problems })
  for (const [key, { from }] of Object.entries(fields as FieldFlags)) {
    if (from === 'session') input[key] = await ownId(context)
  }
  return {
    input: endpoint ? { ...input, ...fieldValues(endpoint, textsOf(input)) } : input,
    options: chosen,
    words: Object.fromEntries(names.map((name: string) => [name, raw.positionals[name]])),
  } as never // typed by the command's own declaration, which all of it was read by
}

/** Of whoever is logged in. */
async function ownId(context: Context): Promise<string> {
  const { users } = await import('../../contract/modules/users.ts')
  const client = await context.client()
  const { data } = await client.call(users.me, {})
  return String(data.id)
}

/** All that is missing, at once. */
function refuseMissing(flags: readonly Flag[], typed: Raw['flags']): void {
  const missing = flags.filter(({ required, key }) => required && typed[key] === undefined)
  if (missing.length === 0) return
  const named = missing.map(({ name }) => `--${name}`).join(', ')
  throw new Failure('missing_input', { values: { flags: named } })
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** What is still text, for the types of the contract to convert. */
const textsOf = (input: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(input).filter(
      (entry): entry is [string, string | string[]] =>
        isText(entry[1]) || (Array.isArray(entry[1]) && entry[1].every(isText)),
    ),
  )
