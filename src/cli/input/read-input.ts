import { fieldValues } from '../../contract/field.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type AnyCommand, nameOfPositional } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { type FieldFlags, type Flag, flagsOf } from '../syntax/flag.ts'
import { type RawValue, readField, readPlain } from './field-value.ts'

/** The parsed command line, by the keys of flags and positionals. */
export interface RawInput {
  positionals: Record<string, RawValue | undefined>
  flags: Record<string, RawValue | undefined>
}

/**
 * Converts flags and positionals to the endpoint's request, the options and the arguments of the
 * verb.
 */
export async function readInput(command: AnyCommand, raw: RawInput, context: Context) {
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
    input[flag.key] = await readField(value, { flag, source: fields[flag.key], context, problems })
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
    positionals: Object.fromEntries(names.map((name: string) => [name, raw.positionals[name]])),
  } as never // the command's declaration determines the type
}

/** Returns the id of the logged-in account. */
async function ownId(context: Context): Promise<string> {
  const { users } = await import('../../contract/modules/users.ts')
  const client = await context.client()
  const { data } = await client.call(users.me, {})
  return String(data.id)
}

/** Reports all missing flags at once. */
function refuseMissing(flags: readonly Flag[], typed: RawInput['flags']): void {
  const missing = flags.filter(({ required, key }) => required && typed[key] === undefined)
  if (missing.length === 0) return
  const named = missing.map(({ name }) => `--${name}`).join(', ')
  throw new Failure('missing_input', { values: { flags: named } })
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns the values that are still text, for conversion by the contract's types. */
const textsOf = (input: Record<string, unknown>): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(input).filter(
      (entry): entry is [string, string | string[]] =>
        isText(entry[1]) || (Array.isArray(entry[1]) && entry[1].every(isText)),
    ),
  )
