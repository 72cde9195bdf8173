import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestShape } from '../../../src/contract/request-shape.ts'
import { mcpPermissions } from '../../../src/contract/shapes/user.ts'
import { languages } from '../../../src/core/language.ts'
import { choiceField, confirmationField } from '../../../src/mcp/schema.ts'
import { isGrave, mayBeGrave, surface } from '../../../src/mcp/surface.ts'
import { toolsFor } from '../../../src/mcp/tools.ts'
import { loadWords, type Words } from '../../../src/mcp/words.ts'

/** So many tools that an assistant can still tell them apart. */
const most = 20
/** Clients cut longer descriptions, or refuse them. */
const longestDescription = 1024

const words = new Map<string, Words>()
beforeAll(async () => {
  for (const language of languages) words.set(language, await loadWords(language))
})

const toolsIn = (language: string) => toolsFor(mcpPermissions, words.get(language) as Words)

const validator = new AjvJsonSchemaValidator()

describe.each(languages)('every tool in %s', (language) => {
  test('is one of few, with a short name and a description of a fitting length', async () => {
    const tools = await toolsIn(language)
    expect(tools.length).toBeLessThanOrEqual(most)
    for (const { name, title, description = '' } of tools) {
      expect(name).toMatch(/^[a-z_]{3,40}$/)
      expect(title).toMatch(/^\p{Lu}.{2,50}$/u)
      expect(description.length, name).toBeGreaterThan(30)
      expect(description.length, name).toBeLessThanOrEqual(longestDescription)
    }
  })

  test('takes one object by a schema that stands alone', async () => {
    for (const { name, inputSchema } of await toolsIn(language)) {
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false })
      expect(JSON.stringify(inputSchema), name).not.toMatch(/components\/schemas|x-feature/)
      // Throws for what is no schema, and for a reference that leads nowhere.
      const check = validator.getValidator(inputSchema as never)
      expect(check({ no_such_field: 1 }).valid, name).toBe(false)
    }
  })

  test('says what each of its fields is', async () => {
    const silent = (await toolsIn(language)).flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {})
        .filter(([, field]) => !(field as { description?: string }).description)
        .map(([field]) => `${name}: ${field}`),
    )
    expect(silent).toEqual([])
  })
})

describe('the hints', () => {
  const hintsOf = new Map<string, object | undefined>()
  beforeAll(async () => {
    for (const { name, annotations } of await toolsIn('en')) hintsOf.set(name, annotations)
  })

  test.each(surface)('of $name follow from what stands behind it', ({ name, members }) => {
    const effects = members.map(({ endpoint }) => endpoint.effect)
    expect(hintsOf.get(name)).toMatchObject({
      readOnlyHint: effects.every((effect) => effect === 'read'),
      destructiveHint: members.some(mayBeGrave),
    })
  })
})

describe.each(surface)('$name', ({ permission, members }) => {
  test('is permitted as what it does is', () => {
    for (const member of members) {
      const { effect } = member.endpoint
      if (permission === 'read') expect(effect, member.id).toBe('read')
      if (permission === 'draft') expect(isGrave(member, {}), member.id).toBe(false)
      if (effect === 'read') expect(permission, member.id).toBe('read')
    }
  })

  test('reaches nothing secret, nothing public and no other account', () => {
    for (const { id, noun, endpoint } of members) {
      expect([endpoint.secret ?? false, endpoint.access, id], id).toEqual([false, 'User', id])
      if (noun === 'users') expect(id).toBe('users.me')
      expect(['webhooks', 'auth', 'public', 'subscription']).not.toContain(noun)
    }
  })

  test('has no field that is called like its own', () => {
    for (const { endpoint } of members) {
      const names = Object.keys(requestShape(endpoint).shape)
      expect(names).not.toContain(choiceField)
      expect(names).not.toContain(confirmationField)
    }
  })
})

test('whatever sends, destroys or activates wants a confirmation, but for drafts and reports', () => {
  const unconfirmed = surface.flatMap(({ members }) =>
    members
      .filter(({ endpoint: { effect } }) => effect === 'send' || effect === 'destroy')
      .filter((member) => !isGrave(member, {}))
      .map(({ id }) => id),
  )
  expect(unconfirmed).toEqual(['campaigns.create', 'lists.clean'])
  const clean = surface.flatMap(({ members }) => members).find(({ id }) => id === 'lists.clean')
  expect(clean && isGrave(clean, { action: 'delete' })).toBe(true)
  const create = surface
    .flatMap(({ members }) => members)
    .find(({ id }) => id === 'campaigns.create')
  expect(create?.fixed).toEqual({ draft: true })
})
