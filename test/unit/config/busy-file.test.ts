import { expect, test } from 'vitest'
import { whenFree } from '../../../src/config/busy-file.ts'

const windowsCodes = new Set(['EPERM', 'EACCES', 'EBUSY'])

/** Work that fails this many times with the code, and then returns the number of its calls. */
function busyFor(times: number, code: string) {
  let calls = 0
  return () => {
    calls += 1
    if (calls <= times) throw Object.assign(new Error(code), { code })
    return calls
  }
}

test.each([...windowsCodes])('a file that another program has open (%s) is tried again', (code) => {
  expect(whenFree(busyFor(3, code), windowsCodes)).toBe(4)
})

test('a file that stays open fails with its own code', () => {
  expect(() => whenFree(busyFor(99, 'EBUSY'), windowsCodes)).toThrow('EBUSY')
})

test('other errors, and all errors of other systems, fail at once', () => {
  const missing = busyFor(1, 'ENOENT')
  expect(() => whenFree(missing, windowsCodes)).toThrow('ENOENT')
  expect(missing()).toBe(2)
  const denied = busyFor(1, 'EACCES')
  expect(() => whenFree(denied, new Set())).toThrow('EACCES')
  expect(denied()).toBe(2)
})
