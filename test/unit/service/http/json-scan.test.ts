import { expect, test } from 'vitest'
import { scanJson } from '../../../../src/service/http/json-scan.ts'

test('the largest batch of contacts with sixty fields, a name and tags is read', () => {
  const customFields = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`f${n}`, '1']))
  const contact = { email: 'eva@uno.example', nombre: 'Eva', customFields, tags: ['a', 'b', 'c'] }
  const contacts = Array.from({ length: 5000 }, () => contact)
  const scan = scanJson(Buffer.from(JSON.stringify({ contacts, mode: 'upsert' })))
  expect(scan).toEqual({ names: 2 + 5000 * 64 })
})
