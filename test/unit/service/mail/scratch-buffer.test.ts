import { expect, test } from 'vitest'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'

const join = (space: ScratchBuffer, ...parts: string[]) =>
  space.concat(parts.map((part) => Buffer.from(part)))

test('concat joins the parts in the same memory each time', () => {
  const space = new ScratchBuffer()
  const first = join(space, 'Subject: Hola\r\n', '\r\n', 'Hola\r\n')
  expect(first.toString()).toBe('Subject: Hola\r\n\r\nHola\r\n')
  const second = join(space, 'Adiós', '')
  expect(second.toString()).toBe('Adiós')
  expect(second.buffer).toBe(first.buffer)
  expect(join(space)).toHaveLength(0)
})

test('memory grows with the messages, and very long messages get their own', () => {
  const space = new ScratchBuffer()
  const lengths = [10, 1000, 200_000, 10_000_000, 100]
  const joined = lengths.map((length) => space.concat([Buffer.alloc(length, 'x')]))
  expect(joined.map(({ length }) => length)).toEqual(lengths)
  const [, , large, huge, small] = joined
  expect(small?.buffer).toBe(large?.buffer)
  expect(huge?.buffer).not.toBe(large?.buffer)
})
