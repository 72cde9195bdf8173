import type { Endpoint } from '../../contract/endpoint.ts'
import { checkField, fieldsOf, fieldValues } from '../../contract/field.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type AnyCommand, nameOfPositional, referenceOfPositional } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { ownId } from '../references/own-id.ts'
import { type FieldFlag, type FieldFlags, type Flag, flagsOf } from '../syntax/flag.ts'
import { isTakenAsTyped } from '../syntax/reference-kinds.ts'
import { type RawValue, readField, readPlain } from './field-value.ts'

/** The parsed command line, by the keys of flags and positionals. */
export interface RawInput {
  positionals: Record<string, RawValue | undefined>
  flags: Record<string, RawValue | undefined>
}

/**
 * Converts flags and positionals to the endpoint's request, the options and the arguments of the
 * verb. Names of things become their numbers.
 */
export async function readInput(command: AnyCommand, raw: RawInput, context: Context) {
  const { endpoint, options = {}, fields = {} } = command
  const names = (command.positionals ?? []).map(nameOfPositional)
  const flags: Flag[] = endpoint ? flagsOf(endpoint, { fields, positionals: names }) : []
  const own = Object.entries(options as Record<string, Omit<Flag, 'name' | 'key'>>).map(
    ([key, option]): Flag => ({ name: key, key, ...option }),
  )
  const positionals = names.map((name: string) => positionalFlag(command, name))
  const typed = { ...raw.positionals, ...raw.flags }
  refuseMissing([...flags, ...own], typed)
  const problems: Problem[] = []
  const input: Record<string, unknown> = {}
  for (const flag of endpoint ? [...flags, ...positionals] : []) {
    const value = typed[flag.key]
    if (value === undefined || flag.reference) continue
    const source = fields[flag.key]
    const read = await readField(value, { flag, source, context, problems })
    input[flag.key] = read
    if (endpoint && isLiteral(read, source) && !formsOfServer.has(flag.key)) {
      problems.push(...checkField(endpoint, flag.key, read).map(within(flag.key)))
    }
  }
  const chosen = Object.fromEntries(
    own.flatMap((option) => {
      const value = typed[option.key]
      return value === undefined ? [] : [[option.key, readPlain(value, option, problems)]]
    }),
  )
  if (problems.length > 0) throw new Failure('usage', { problems })
  for (const [key, { from }] of Object.entries(fields as FieldFlags)) {
    if (from === 'session' && typed[key] === undefined) input[key] = await ownId(context)
  }
  const referring = [...inOrder(endpoint, [...flags, ...positionals]), ...own]
  const ids = await readReferences(context, referring, { typed, input })
  for (const { key } of endpoint ? [...flags, ...positionals] : []) {
    if (ids[key] !== undefined) input[key] = ids[key]
  }
  for (const { key } of own) if (ids[key] !== undefined) chosen[key] = ids[key]
  const request = endpoint ? await withFields(context, input, { endpoint, flags }) : input
  return {
    input: endpoint ? { ...request, ...fieldValues(endpoint, textsOf(request)) } : request,
    options: chosen,
    positionals: Object.fromEntries(
      names.map((name: string) => [name, ids[name] ?? raw.positionals[name]]),
    ),
    files: Object.fromEntries(
      flags.flatMap(({ key }) => {
        const path = fields[key]?.from === 'file' ? typed[key] : undefined
        return typeof path === 'string' ? [[key, path]] : []
      }),
    ),
  } as never // the command's declaration determines the type
}

/** The specification leaves their form to the server, so only the server refuses one. */
const formsOfServer: ReadonlySet<string> = new Set(['code', 'username'])

/**
 * Whether the contract knows everything about a value. It does not know the names of custom fields, and files are
 * checked by the server, which names their lines.
 */
const isLiteral = (value: unknown, source: FieldFlag | undefined): boolean =>
  source?.from === undefined &&
  (typeof value === 'string' ||
    typeof value === 'number' ||
    (Array.isArray(value) && value.length > 0))

/** A problem inside a value is named by the field, as the server does. */
const within =
  (key: string) =>
  (problem: Problem): Problem => ({
    ...problem,
    field: problem.field === '' ? key : `${key}.${problem.field}`,
  })

function positionalFlag(command: AnyCommand, key: string): Flag {
  const reference = referenceOfPositional(command, key)
  return { name: key, key, kind: 'text', ...(reference && { reference }) }
}

/** In the order of the path, because a field can be looked up only in its list. */
function inOrder(endpoint: Endpoint | undefined, flags: readonly Flag[]): Flag[] {
  const keys = endpoint ? fieldsOf(endpoint).map(({ key }) => key) : []
  return [...flags].sort((a, b) => keys.indexOf(a.key) - keys.indexOf(b.key))
}

interface References {
  typed: RawInput['flags']
  input: Readonly<Record<string, unknown>>
}

/** Looks up what the references stand for, one after the other, because each may ask. */
async function readReferences(
  context: Context,
  flags: readonly Flag[],
  { typed, input }: References,
): Promise<Record<string, string | string[]>> {
  const ids: Record<string, string | string[]> = {}
  for (const { key, reference, isResolvedLater } of flags) {
    const value = typed[key]
    if (!reference || isResolvedLater || value === undefined || typeof value === 'boolean') continue
    const owner = ids.id ?? input.id
    const within = owner === undefined ? undefined : String(owner)
    const resolve = async (text: string) => {
      if (isTakenAsTyped(reference, text)) return text
      if (text.trim() === '') {
        throw new Failure('usage', { problems: [{ field: key, code: 'required' }] })
      }
      const { resolveReference } = await import('../references/resolve.ts')
      return resolveReference(context, reference, text, within)
    }
    if (typeof value === 'string') {
      ids[key] = await resolve(value)
      continue
    }
    const several: string[] = []
    for (const each of value) several.push(await resolve(each))
    ids[key] = several
  }
  return ids
}

/** Converts the custom fields of a request, which people name as their list does. */
async function withFields(
  context: Context,
  input: Record<string, unknown>,
  { endpoint, flags }: { endpoint: Endpoint; flags: readonly Flag[] },
): Promise<Record<string, unknown>> {
  const flag = flags.find(({ key }) => key === 'customFields' || key === 'field')
  const isSet = input.customFields ?? (input.field !== undefined && input.value !== undefined)
  if (!flag || !isSet) return input
  const { resolveFields } = await import('./custom-fields.ts')
  return resolveFields(context, input, { endpoint, flag: flag.name })
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
