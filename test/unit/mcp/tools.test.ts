import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestShape } from '../../../src/contract/request-shape.ts'
import { mcpPermissions } from '../../../src/contract/shapes/user.ts'
import { pageQuery } from '../../../src/contract/shapes/wire.ts'
import { languages } from '../../../src/core/language.ts'
import { loadMcpMessages, type McpMessages } from '../../../src/mcp/messages.ts'
import {
  choiceField,
  confirmationField,
  inputSchemaOf,
  signaturesOf,
} from '../../../src/mcp/schema.ts'
import { mayNeedConfirmation, needsConfirmation, toolSpecs } from '../../../src/mcp/tool-specs.ts'
import { toolsFor } from '../../../src/mcp/tools.ts'
import { selfEvident } from '../../../src/messages/self-evident.ts'

/** So many tools that an assistant can still tell them apart. */
const most = 20
/** Clients cut longer descriptions, or refuse them. */
const longestDescription = 1024
/** Of all definitions together, with the schemas of answers. */
const maxCharacters = 32_000

const words = new Map<string, McpMessages>()
beforeAll(async () => {
  for (const language of languages) words.set(language, await loadMcpMessages(language))
})

const toolsIn = (language: string) =>
  toolsFor({ permissions: mcpPermissions, scopes: null }, words.get(language) as McpMessages)

const validator = new AjvJsonSchemaValidator()

describe.each(languages)('every tool in %s', (language) => {
  test('has a short name and a description of suitable length', async () => {
    const tools = await toolsIn(language)
    expect(tools.length).toBeLessThanOrEqual(most)
    for (const { name, title, description = '' } of tools) {
      expect(name).toMatch(/^[a-z_]{3,40}$/)
      expect(title).toMatch(/^\p{Lu}.{2,50}$/u)
      expect(description.length, name).toBeGreaterThan(30)
      expect(description.length, name).toBeLessThanOrEqual(longestDescription)
    }
  })

  test('accepts one object with a self-contained schema', async () => {
    for (const { name, inputSchema } of await toolsIn(language)) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(inputSchema), name).not.toMatch(/components\/schemas|x-feature/)
      // Throws for what is no schema, and for a reference that leads nowhere.
      const check = validator.getValidator(inputSchema as never)
      expect(check({ no_such_field: 1 }).valid, name).toBe(false)
    }
  })

  test('describes each of its fields once, unless the name says it all', async () => {
    const described = new Set<string>([...Object.keys(selfEvident), 'what', 'confirmation'])
    const silent: string[] = []
    for (const { name, inputSchema } of await toolsIn(language)) {
      for (const [field, schema] of Object.entries(inputSchema.properties ?? {})) {
        if ((schema as { description?: string }).description) described.add(field)
        else if (!described.has(field)) silent.push(`${name}: ${field}`)
      }
    }
    expect(silent).toEqual([])
  })

  test('names every optional argument of its actions, or says that there are many', () => {
    for (const tool of toolSpecs.filter(({ actions }) => actions.length > 1)) {
      const signatures = [...signaturesOf(tool).values()]
      if (signatures.some((each) => each.includes('…'))) continue
      const { properties, required } = inputSchemaOf(
        tool,
        words.get(language) as McpMessages,
        new Set(),
      )
      const optional = Object.keys(properties as object).filter(
        (field) =>
          field !== confirmationField &&
          !Object.hasOwn(pageQuery, field) &&
          !(required as string[]).includes(field),
      )
      for (const field of optional) {
        expect(signatures.join(' '), tool.name).toMatch(new RegExp(`\\b${field}\\b`))
      }
    }
  })

  test('fits into the tokens of a small prompt, all together', async () => {
    const tools = await toolsIn(language)
    // Four characters are a token in English, and three and a half in Spanish.
    expect(JSON.stringify(tools).length).toBeLessThan(maxCharacters)
  })
})

describe('the hints', () => {
  const hintsOf = new Map<string, object | undefined>()
  beforeAll(async () => {
    for (const { name, annotations } of await toolsIn('en')) hintsOf.set(name, annotations)
  })

  test.each(toolSpecs)('of $name are derived from its endpoints', ({ name, actions }) => {
    const effects = actions.map(({ endpoint }) => endpoint.effect)
    // What is not there has the default of the protocol.
    const hints = { readOnlyHint: false, destructiveHint: true, ...hintsOf.get(name) }
    const isReadOnly = effects.every((effect) => effect === 'read')
    expect(hints.readOnlyHint).toBe(isReadOnly)
    if (!isReadOnly) expect(hints.destructiveHint).toBe(actions.some(mayNeedConfirmation))
  })
})

describe.each(toolSpecs)('$name', ({ permission, actions }) => {
  test('needs the permission of its effect', () => {
    for (const member of actions) {
      const { effect } = member.endpoint
      if (permission === 'read') expect(effect, member.id).toBe('read')
      if (permission === 'draft') expect(needsConfirmation(member, {}), member.id).toBe(false)
      if (effect === 'read') expect(permission, member.id).toBe('read')
    }
  })

  test('has no secret, public or admin endpoint', () => {
    for (const { id, noun, endpoint } of actions) {
      expect([endpoint.secret ?? false, endpoint.access, id], id).toEqual([false, 'User', id])
      if (noun === 'users') expect(id).toBe('users.me')
      expect(['webhooks', 'auth', 'public', 'subscription']).not.toContain(noun)
    }
  })

  test('has no field with a reserved name', () => {
    for (const { endpoint } of actions) {
      const names = Object.keys(requestShape(endpoint).shape)
      expect(names).not.toContain(choiceField)
      expect(names).not.toContain(confirmationField)
    }
  })
})

test('everything that sends, destroys or activates needs a confirmation, except drafts and reports', () => {
  const unconfirmed = toolSpecs.flatMap(({ actions }) =>
    actions
      .filter(({ endpoint: { effect } }) => effect === 'send' || effect === 'destroy')
      .filter((member) => !needsConfirmation(member, {}))
      .map(({ id }) => id),
  )
  expect(unconfirmed).toEqual(['campaigns.create', 'lists.clean'])
  const clean = toolSpecs.flatMap(({ actions }) => actions).find(({ id }) => id === 'lists.clean')
  expect(clean && needsConfirmation(clean, { action: 'delete' })).toBe(true)
  const create = toolSpecs
    .flatMap(({ actions }) => actions)
    .find(({ id }) => id === 'campaigns.create')
  expect(create?.fixed).toEqual({ draft: true })
})
