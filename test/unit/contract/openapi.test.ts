import { readFile } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { endpoints } from '../../../src/contract/index.ts'
import { openApiOf } from '../../../src/contract/openapi.ts'
import { documentMessages } from '../../../src/messages/document-messages.ts'
import { loadEndpointMessages } from '../../../src/messages/endpoints.ts'
import { loadMessages } from '../../../src/messages/index.ts'

const documentIn = async (language: 'en' | 'es') =>
  openApiOf(documentMessages(await loadMessages(language), await loadEndpointMessages(language)))

test.each(['en', 'es'] as const)('the document in %s is valid OpenAPI 3.1', async (language) => {
  const { valid, errors } = await new Validator().validate({ ...(await documentIn(language)) })
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
})

test('every endpoint is an operation of the document, with a unique id', async () => {
  const operations = Object.values((await documentIn('en')).paths).flatMap((path) =>
    Object.values(path),
  )
  const ids = operations.map((operation) => Reflect.get(operation, 'operationId'))
  expect(new Set(ids).size).toBe(endpoints.length)
})

test('every reference in the document resolves', async () => {
  const document = await documentIn('en')
  const { schemas, responses } = document.components
  const targets = [
    ...Object.keys(schemas).map((name) => `#/components/schemas/${name}`),
    ...Object.keys(responses).map((name) => `#/components/responses/${name}`),
  ]
  const used = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref)
  expect(used.length).toBeGreaterThan(endpoints.length)
  expect(used.filter((ref) => !targets.includes(String(ref)))).toEqual([])
})

test('docs/openapi.json matches the contract', async () => {
  const written = await readFile('docs/openapi.json', 'utf8')
  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(await documentIn('en'))))
})
