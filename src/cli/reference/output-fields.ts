import type { Endpoint } from '../../contract/endpoint.ts'
import type { AnyCommand } from '../command/command.ts'
import type { View } from '../output/document.ts'

/** A field in the output of a verb. */
export interface OutputField {
  /** The name in the API. */
  name: string
  /** The key of its message. */
  header: string
}

/** Returns the displayed fields; without a view, all fields of the response. */
export const outputFields = ({ endpoint, view }: AnyCommand): OutputField[] =>
  view ? viewed(view) : answered(endpoint)

function viewed({ columns = [], fields = [], sections = [] }: View): OutputField[] {
  const inside = sections.flatMap(({ field, columns }) =>
    columns.map((column) => ({ name: `${field}.${column.field}`, header: column.header })),
  )
  const above = [...columns, ...fields].map(({ field, header }) => ({ name: field, header }))
  return [...new Map([...above, ...inside].map((field) => [field.name, field])).values()]
}

function answered(endpoint: Endpoint | undefined): OutputField[] {
  const output = endpoint?.output
  const schema = output?.kind === 'list' ? output.item : output?.kind === 'one' && output.schema
  const names = output?.kind === 'job' ? ['job_id'] : Object.keys(shapeOf(schema))
  return names.map((name) => ({ name, header: name }))
}

const shapeOf = (schema: unknown): object =>
  schema && typeof schema === 'object' && 'shape' in schema ? Object(schema.shape) : {}
