import { expect, test } from 'vitest'
import { explain } from '../../../src/cli/output/explain-failure.ts'
import { Failure } from '../../../src/core/failure.ts'
import { messages } from '../../../src/messages/all.ts'
import { readableValues } from '../../../src/messages/readable-values.ts'

const drifted = new Failure('recipients_drifted', {
  values: { count: 120500, min: 9000, max: 11000 },
})

test('amounts in a sentence have the separators of the language, except in the JSON of an error', () => {
  const shown = (language: 'en' | 'es') =>
    explain(drifted, messages[language], {}, (values) => readableValues(values, language)).detail
  expect(shown('en')).toContain('120,500 recipients, but 9,000 to 11,000')
  expect(shown('es')).toMatch(/120\.500 .*9\.000 .*11\.000/)
  expect(explain(drifted, messages.en).detail).toContain('120500 recipients, but 9000 to 11000')
})

test('a state in a sentence is a word of the language', () => {
  const words = messages.es.values.campaign_status
  expect(readableValues({ status: 'draft' }, 'es', words)).toEqual({ status: 'borrador' })
  expect(readableValues({ status: 'odd' }, 'es', words)).toEqual({ status: 'odd' })
})

test('numbers of lines, ports and ids have no separators', () => {
  const values = { line: 12345, port: 8480, id: 20000, count: 999 }
  expect(readableValues(values, 'es')).toEqual({ ...values, count: '999' })
})
