import { expect, test } from 'vitest'
import { failureTable } from '../../../src/core/failure.ts'
import { problemCodes } from '../../../src/core/problem-codes.ts'
import { messages } from '../../../src/messages/all.ts'
import { fill } from '../../../src/messages/fill.ts'
import { loadMessages } from '../../../src/messages/index.ts'

const { en, es } = messages

const placeholdersIn = (text = '') =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test('every failure and every problem has words in both languages', () => {
  for (const words of [en, es]) {
    expect(Object.keys(words.failures).sort()).toEqual(Object.keys(failureTable).sort())
    expect(Object.keys(words.problems).sort()).toEqual([...problemCodes].sort())
  }
})

test.each(Object.keys(en.failures) as (keyof typeof failureTable)[])(
  'the failure %s says the same in both languages, with the same values',
  (code) => {
    const [english, spanish] = [en.failures[code], es.failures[code]]
    expect(Object.keys(spanish)).toEqual(Object.keys(english))
    expect(placeholdersIn(spanish.sentence)).toEqual(placeholdersIn(english.sentence))
    expect(placeholdersIn(spanish.hint)).toEqual(placeholdersIn(english.hint))
  },
)

test.each(problemCodes)('the problem %s has the same values in both languages', (code) => {
  expect(placeholdersIn(es.problems[code])).toEqual(placeholdersIn(en.problems[code]))
})

test('a title is a name and not a sentence, a sentence ends like one', () => {
  for (const { title, sentence } of [en, es].flatMap(({ failures }) => Object.values(failures))) {
    expect(title).not.toMatch(/[.{[]/)
    expect(sentence).toMatch(/[.?]$/)
  }
})

test('values are put in, and a part whose value is unknown is left out', () => {
  const sentence = 'The file[ {path}] is broken[ at line {line}].'
  expect(fill(sentence, { path: 'a.csv', line: 3 })).toBe('The file a.csv is broken at line 3.')
  expect(fill(sentence, { line: 3 })).toBe('The file is broken at line 3.')
  expect(fill(sentence)).toBe('The file is broken.')
})

test('a value is not read for placeholders of its own', () => {
  expect(fill('{a}[, {b}]', { a: '{b} [{c}]', b: '$&' })).toBe('{b} [{c}], $&')
})

test('a sentence without its values still has no braces in it', () => {
  expect(fill('At most {limit} fit.')).toBe('At most … fit.')
})

test('one language can be loaded alone', async () => {
  expect(await loadMessages('es')).toEqual(es)
  expect(await loadMessages('en')).toEqual(en)
})

test('Spanish quotes are « » everywhere', () => {
  const texts = JSON.stringify(es, (_, value) =>
    typeof value === 'function' ? String(value) : value,
  )
  expect(texts.match(/.{0,40}[“”].{0,20}/g) ?? []).toEqual([])
})
