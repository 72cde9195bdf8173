import { expect, test } from 'vitest'
import { storableJson, storableText, truncate } from '../../../src/core/storable-text.ts'

test('text keeps everything that a database stores, and loses halves of characters and NUL', () => {
  expect(storableText('Lucía 🛑\n"\\ud83d"')).toBe('Lucía 🛑\n"\\ud83d"')
  expect(storableText('a\ud83d b\udded\0c')).toBe('a\ufffd b\ufffd\ufffdc')
})

test('a text is cut between two characters', () => {
  expect([truncate('ab🛑', 4), truncate('ab🛑', 3), truncate('ab🛑c', 4)]).toEqual([
    'ab🛑',
    'ab',
    'ab🛑',
  ])
})

test('JSON is the usual one, except for text that no database stores', () => {
  const usual = { text: 'Lucía 🛑 \\ud83d \\u0000', count: 1, none: null }
  expect(storableJson([usual])).toBe(JSON.stringify([usual]))
  expect(JSON.parse(storableJson([{ text: 'a\ud83d', other: '\0' }]))).toEqual([
    { text: 'a\ufffd', other: '\ufffd' },
  ])
})
