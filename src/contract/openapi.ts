import type * as z from 'zod'
import { type FailureCode, failureTable } from '../core/failure.ts'
import { type Body, type Endpoint, type Output, roles } from './endpoint.ts'
import { failuresOf, takesKey } from './failures.ts'
import { endpoints, modules, type NamedEndpoint } from './index.ts'
import { componentSchemas, type JsonSchema, jsonSchemaOf, membersOf } from './json-schema.ts'
import { paramsOf } from './path.ts'
import { mayCall } from './permissions.ts'
import { scopeOf } from './scopes.ts'

/** The messages of one language. They are a parameter because the contract imports no messages. */
interface DocumentMessages {
  title: string
  description: string
  endpoint(noun: string, verb: string): { summary: string; description?: string }
  field(noun: string, name: string): string | undefined
  failure(code: FailureCode): string
}

/** Returns the contract as an OpenAPI 3.1 document. */
export function openApiOf(messages: DocumentMessages) {
  const paths: Record<string, Record<string, object>> = {}
  for (const named of endpoints) {
    const { path, method } = named.endpoint
    const place = path.replace(/:(\w+)/g, '{$1}')
    paths[place] = { ...paths[place], [method.toLowerCase()]: operationOf(named, messages) }
  }
  return {
    openapi: '3.1.0',
    info: { title: messages.title, description: messages.description, version: '3.0.0' },
    servers: [{ url: '/v3/api' }],
    tags: modules.map(({ name }) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: componentSchemas(),
      responses: errorResponses(messages),
    },
  }
}

function operationOf({ noun, verb, endpoint }: NamedEndpoint, messages: DocumentMessages) {
  const { access, effect, feature } = endpoint
  const body = bodyOf(endpoint.body, (name) => messages.field(noun, name))
  return {
    operationId: noun + verb.charAt(0).toUpperCase() + verb.slice(1),
    tags: modules.filter(({ nouns }) => nouns.includes(noun)).map(({ name }) => name),
    ...messages.endpoint(noun, verb),
    security: access === 'public' ? [] : [{ bearer: [] }],
    parameters: parametersOf(endpoint, (name) => messages.field(noun, name)),
    ...(body && { requestBody: body }),
    responses: { ...answersOf(endpoint.output), ...errorsOf(endpoint) },
    'x-effect': effect,
    'x-access': access,
    ...(access !== 'public' && { 'x-scope': scopeOf(endpoint) }),
    'x-roles': roles.filter((role) => mayCall(role, endpoint)),
    ...(feature && { 'x-feature': feature }),
  }
}

type Describe = (name: string) => string | undefined

const described = (description: string | undefined) => (description ? { description } : {})

function parametersOf(endpoint: Endpoint, describe: Describe): object[] {
  const place = (location: 'path' | 'query', members: ReturnType<typeof membersOf>) =>
    members.map(({ name, schema, required }) => ({
      name,
      in: location,
      required,
      schema,
      ...described(describe(name)),
    }))
  return [
    ...place('path', membersOf(paramsOf(endpoint.path))),
    ...place('query', membersOf(endpoint.query)),
    ...(takesKey(endpoint) ? [keyHeader] : []),
  ]
}

const keyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  schema: { type: 'string', maxLength: 255 },
}

function bodyOf(body: Body, describe: Describe): object | undefined {
  if (body.kind === 'none') return undefined
  if (body.kind === 'file') return { content: filesOf(body.types) }
  const schema = body.kind === 'rows' ? rowsOf(body, describe) : objectOf(body.schema, describe)
  const types = ['application/json']
  if (body.kind === 'json' && body.form) types.push('application/x-www-form-urlencoded')
  return {
    required: body.kind === 'rows' || schema.required !== undefined,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  }
}

function rowsOf(
  { key, row, rest, max }: Extract<Body, { kind: 'rows' }>,
  describe: Describe,
): JsonSchema {
  const one = objectOf(row, describe)
  const { properties, ...many } = objectOf(rest, describe)
  const all = { type: 'array', items: one, maxItems: max }
  return { oneOf: [one, { ...many, properties: { [key]: all, ...properties }, required: [key] }] }
}

function objectOf(shape: z.ZodType, describe: Describe): JsonSchema {
  const { properties = {}, ...schema } = jsonSchemaOf(shape, 'input')
  const withWords = Object.entries(properties).map(([name, property]) => [
    name,
    { ...property, ...described(describe(name)) },
  ])
  return { ...schema, properties: Object.fromEntries(withWords) }
}

const filesOf = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, {}]))

const jsonContent = (schema: object) => ({ 'application/json': { schema } })

function answersOf(output: Output): Record<string, object> {
  switch (output.kind) {
    case 'one':
      return answer(200, { content: jsonContent(jsonSchemaOf(output.schema, 'output')) })
    case 'job': {
      const properties = { job_id: { type: 'integer' } }
      return answer(202, {
        content: jsonContent({ type: 'object', properties, required: ['job_id'] }),
      })
    }
    case 'file':
      return answer(200, { content: filesOf(output.types) })
    case 'list': {
      const items = jsonSchemaOf(output.item, 'output')
      const content = {
        ...jsonContent({ type: 'array', items }),
        ...(output.csv && filesOf(['text/csv'])),
      }
      return answer(200, { content, headers: pageHeaders })
    }
  }
}

const answer = (status: number, details: object) => ({
  [status]: { description: 'OK', ...details },
})

const text = { schema: { type: 'string' } }
const pageHeaders = {
  'X-Total-Count': { schema: { type: 'integer' } },
  'X-Next-Cursor': text,
  Link: text,
}

/** Returns failure codes by status. A status can have several codes. */
function codesByStatus(endpoint: Endpoint): Record<string, FailureCode[]> {
  const byStatus: Record<string, FailureCode[]> = {}
  for (const code of failuresOf(endpoint)) {
    const status = failureTable[code].status
    byStatus[status] = [...(byStatus[status] ?? []), code]
  }
  return byStatus
}

const nameOf = (codes: readonly FailureCode[]): string => codes.join('.')

const errorsOf = (endpoint: Endpoint): Record<string, object> =>
  Object.fromEntries(
    Object.entries(codesByStatus(endpoint)).map(([status, codes]) => [
      status,
      { $ref: `#/components/responses/${nameOf(codes)}` },
    ]),
  )

/** Returns one response for each distinct set of codes. */
function errorResponses(messages: DocumentMessages): Record<string, object> {
  const schema = { $ref: '#/components/schemas/Problem' }
  const content = { 'application/problem+json': { schema } }
  const sets = endpoints.flatMap(({ endpoint }) => Object.values(codesByStatus(endpoint)))
  return Object.fromEntries(
    sets.map((codes) => {
      const sentences = codes.map((code) => `\`${code}\`: ${messages.failure(code)}`)
      return [nameOf(codes), { description: sentences.join('\n\n'), content }]
    }),
  )
}
