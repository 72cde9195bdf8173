import { expect, test } from 'vitest'
import { Space } from '../../../../src/service/mail/space.ts'

const join = (space: Space, ...parts: string[]) =>
  space.join(parts.map((part) => Buffer.from(part)))

test('parts stand in a row, each time in the same memory', () => {
  const space = new Space()
  const first = join(space, 'Subject: Hola\r\n', '\r\n', 'Hola\r\n')
  expect(first.toString()).toBe('Subject: Hola\r\n\r\nHola\r\n')
  const second = join(space, 'Adiós', '')
  expect(second.toString()).toBe('Adiós')
  expect(second.buffer).toBe(first.buffer)
  expect(join(space)).toHaveLength(0)
})

test('memory grows with the messages, and what is very long is not kept', () => {
  const space = new Space()
  const lengths = [10, 1000, 200_000, 10_000_000, 100]
  const joined = lengths.map((length) => space.join([Buffer.alloc(length, 'x')]))
  expect(joined.map(({ length }) => length)).toEqual(lengths)
  const [, , large, huge, small] = joined
  expect(small?.buffer).toBe(large?.buffer)
  expect(huge?.buffer).not.toBe(large?.buffer)
})
