import type { Endpoint } from '../../contract/endpoint.ts'
import type { AnyCommand } from '../command.ts'
import { commands } from '../commands/index.ts'
import type { View } from '../output/document.ts'
import { tree } from '../tree.ts'
import type { Verb } from '../verb.ts'

/** A field of a verb's result. */
export interface OutputField {
  name: string
  /** The key of its words. */
  header: string
}

/** A verb with what only its declaration knows. */
export interface Entry {
  verb: Verb
  fields: readonly OutputField[]
  endpoint?: Endpoint
}

export const loadEntries = (): Promise<Entry[]> =>
  Promise.all(
    tree.map(async (verb) => {
      const command = (await commands[verb.path]?.())?.command
      if (!command) throw new Error(`no command for ${verb.path}: npm run generate`)
      return entryOf(verb, command)
    }),
  )

function entryOf(verb: Verb, { endpoint, view }: AnyCommand): Entry {
  return { verb, fields: view ? viewed(view) : answered(endpoint), ...(endpoint && { endpoint }) }
}

function viewed({ columns = [], fields = [], sections = [] }: View): OutputField[] {
  const inside = sections.flatMap(({ field, columns }) =>
    columns.map((column) => ({ name: `${field}.${column.field}`, header: column.header })),
  )
  const above = [...columns, ...fields].map(({ field, header }) => ({ name: field, header }))
  return [...new Map([...above, ...inside].map((field) => [field.name, field])).values()]
}

/** Where no view chooses, everything that the endpoint answers. */
function answered(endpoint: Endpoint | undefined): OutputField[] {
  const output = endpoint?.output
  const schema = output?.kind === 'list' ? output.item : output?.kind === 'one' && output.schema
  const names = output?.kind === 'job' ? ['job_id'] : Object.keys(shapeOf(schema))
  return names.map((name) => ({ name, header: name }))
}

const shapeOf = (schema: unknown): object =>
  schema && typeof schema === 'object' && 'shape' in schema ? Object(schema.shape) : {}
