import type { Client } from '../../client/client.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { subscription } from '../../contract/modules/subscription.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { likelyWord } from '../../core/foreign-tags/likeness.ts'
import { readFieldValue } from '../../tabular/field-values.ts'
import { type CustomField, fieldNamed } from '../../tabular/mapping.ts'
import type { Context } from '../context/context.ts'
import { readListFields } from './list-fields.ts'

type Input = Record<string, unknown>

interface Naming {
  endpoint: Endpoint
  /** The names of the flags of fields and of one field: `--field`. */
  flag: string
}

/**
 * Returns the request with custom fields by their keys and values as the API takes them: a field can be named as the
 * list shows it, without case and accents, and a date written as in a file to import. Throws Failure `usage` for an
 * unknown field or a wrong value.
 */
export async function resolveFields(
  context: Context,
  input: Input,
  naming: Naming,
): Promise<Input> {
  const { endpoint } = naming
  const isPublic = endpoint.access === 'public'
  if (isPublic && endpoint !== subscription.update) return input
  const client = await context.client({ isPublic })
  const fields = await readFields(client, input)
  // A server without fields of its own may still accept some.
  if (fields.length === 0 && !isPublic) return input
  const problems: Problem[] = []
  const read = (name: string, value: unknown) =>
    resolveField(name, value, { fields, flag: naming.flag, problems })
  const { customFields, field, value } = input
  const resolved = isRecord(customFields)
    ? { customFields: Object.fromEntries(Object.entries(customFields).map((e) => read(...e))) }
    : namedField(read(String(field), value))
  if (problems.length > 0) throw new Failure('usage', { problems })
  return { ...input, ...resolved }
}

const namedField = ([field, value]: [string, unknown]) => ({ field, value })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

async function readFields(client: Client, { id, xsid }: Input): Promise<readonly CustomField[]> {
  if (typeof xsid !== 'string') return readListFields(client, String(id))
  const { data } = await client.call(subscription.get, { xsid })
  // A server may leave out what it does not show.
  return data.customFields ?? []
}

interface Reading {
  fields: readonly CustomField[]
  flag: string
  problems: Problem[]
}

function resolveField(
  name: string,
  value: unknown,
  { fields, flag, problems }: Reading,
): [string, unknown] {
  const subject = `--${flag} ${name}`
  const field = fieldNamed(name, fields)
  if (!field) {
    const names = fields.map((each) => each.name)
    const suggestion = likelyWord(name, names)
    problems.push({
      field: subject,
      code: 'unknown_field',
      values: {
        ...(names.length > 0 && { known: names.join(', ') }),
        ...(suggestion !== undefined && { suggestion }),
      },
    })
    return [name, value]
  }
  const isExact = name === field.key || name === String(field.id)
  const key = isExact ? name : (field.key ?? String(field.id))
  const text = typeof value === 'string' ? value.trim() : ''
  // An empty value clears the field.
  if (text === '' || !knowsOptions(field)) return [key, value]
  const read = readFieldValue(field, text)
  if ('value' in read) return [key, read.value]
  problems.push({ field: subject, ...read })
  return [key, value]
}

/** Pages of subscribers do not say the options of a field. The server checks the choice. */
const knowsOptions = ({ type, options }: CustomField): boolean =>
  options !== undefined || !['dropdown', 'radio', 'multi'].includes(type)
