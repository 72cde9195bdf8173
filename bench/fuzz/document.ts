import { readFileSync } from 'node:fs'
import type { NamedEndpoint } from '../../src/contract/index.ts'

/** The part of JSON Schema that docs/openapi.json uses. */
export interface Schema {
  [keyword: string]: unknown
  $ref?: string
  type?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  pattern?: string
  format?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema: Schema
}

interface Operation {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema?: Schema }> }
}

const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))

function operationOf({ id, endpoint }: NamedEndpoint): Operation {
  const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
  const operation = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`${id} is not in docs/openapi.json`)
  return operation
}

export const queryOf = (named: NamedEndpoint): Parameter[] =>
  operationOf(named).parameters.filter((parameter) => parameter.in === 'query')

export const bodySchemaOf = (named: NamedEndpoint): Schema | undefined =>
  operationOf(named).requestBody?.content['application/json']?.schema

export const resolve = (ref: string): Schema =>
  ref
    .slice(2)
    .split('/')
    .reduce((node, name) => node[name], document)
