import { expect, test } from 'vitest'
import { ScratchBuffer } from '../../../../src/service/mail/scratch-buffer.ts'

function write(space: ScratchBuffer, ...parts: (string | Buffer)[]): Buffer {
  space.clear()
  for (const part of parts) {
    if (typeof part === 'string') space.appendText(part)
    else space.append(part)
  }
  return space.from(0)
}

test('a message is written into the same memory each time', () => {
  const space = new ScratchBuffer()
  const first = write(space, 'Subject: Hola\r\n', Buffer.from('\r\n'), 'Hola\r\n')
  expect(first.toString()).toBe('Subject: Hola\r\n\r\nHola\r\n')
  const second = write(space, 'Adiós', '')
  expect(second.toString()).toBe('Adiós')
  expect(second.buffer).toBe(first.buffer)
  expect(write(space)).toHaveLength(0)
})

test('what is written stays when the memory grows', () => {
  const space = new ScratchBuffer()
  const parts = Array.from({ length: 300 }, (_, index) => `${index} ${'ñ'.repeat(index)}\r\n`)
  expect(write(space, ...parts).toString()).toBe(parts.join(''))
})

test('memory grows with the messages, and very long messages get their own', () => {
  const space = new ScratchBuffer()
  const lengths = [10, 1000, 100_000, 10_000_000, 100]
  const written = lengths.map((length) => write(space, Buffer.alloc(length, 'x')))
  expect(written.map(({ length }) => length)).toEqual(lengths)
  const [, , large, huge, small] = written
  expect(small?.buffer).toBe(large?.buffer)
  expect(huge?.buffer).not.toBe(large?.buffer)
})
