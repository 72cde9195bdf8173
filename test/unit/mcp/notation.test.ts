import { expect, test } from 'vitest'
import { componentSchemas } from '../../../src/contract/json-schema.ts'
import { contactFieldTypes } from '../../../src/contract/segment-fields.ts'
import { automationNode, trigger } from '../../../src/contract/shapes/flows/automation-node.ts'
import { mcpPermissions } from '../../../src/contract/shapes/user.ts'
import { loadMcpMessages } from '../../../src/mcp/messages.ts'
import { notationOf } from '../../../src/mcp/notation.ts'
import { toolsFor } from '../../../src/mcp/tools.ts'
import { contactFields } from '../../../src/service/conditions/catalogue.ts'

const components = componentSchemas()
const notation = (name: string) => notationOf({ $ref: `#/components/schemas/${name}` }, components)

test('a schema is written as a type', () => {
  expect(notation('AutomationEdge')).toBe('{from, to, branch?}')
  expect(notation('Conditions')).toMatch(
    /^\{op: and\|or\|not, rules: \(\{field, operator: eq\|neq\|.* \| Conditions\)\[\]\}$/,
  )
})

test('every node and trigger of the contract is in the description of automations', async () => {
  const messages = await loadMcpMessages('en')
  const account = { permissions: mcpPermissions, scopes: null }
  const tools = await toolsFor(account, messages)
  const { properties } = tools.find(({ name }) => name === 'draft_automation')?.inputSchema ?? {}
  const described = JSON.stringify(properties)
  for (const { shape } of [...automationNode.options, ...trigger.options]) {
    expect(described).toMatch(new RegExp(`\\b${shape.type.value}\\b`))
  }
})

test('the fields of contacts have the types that the service gives them', () => {
  const types = Object.entries(contactFields).map(([name, { type }]) => [name, type])
  expect(types).toEqual(Object.entries(contactFieldTypes))
})
