import { expect, test } from 'vitest'
import {
  createRejectLimit,
  type MaxRejects,
  parseMaxRejects,
} from '../../../../src/cli/import/reject-limit.ts'

/** Reads as many rows, the first of them bad; says after how many it was too much. */
function readUntilBreach(
  max: MaxRejects | undefined,
  { rows, bad }: { rows: number; bad: number },
) {
  const limit = createRejectLimit(max)
  for (let line = 1; line <= rows; line++) {
    limit.read(line)
    if (line <= bad) limit.reject({ line, field: 'email', code: 'bad_email' })
    const breach = limit.breach(line === rows)
    if (breach) return [line, breach]
  }
  return undefined
}

test.each([
  ['100', { rows: 100 }],
  ['2%', { share: 0.02 }],
  ['0,5%', { share: 0.005 }],
  ['0', { rows: 0 }],
  ['1.5', undefined],
  ['101%', undefined],
  ['-1', undefined],
  ['many', undefined],
])('--max-rejects %s', (text, max) => {
  expect(parseMaxRejects(text)).toEqual(max)
})

test('a limit in rows is exceeded by the first row above it', () => {
  expect(readUntilBreach({ rows: 3 }, { rows: 5000, bad: 3 })).toBeUndefined()
  expect(readUntilBreach({ rows: 3 }, { rows: 5000, bad: 4 })).toEqual([4, 'allowed'])
})

test('a share is compared after 1000 rows or at the end', () => {
  expect(readUntilBreach({ share: 0.1 }, { rows: 5000, bad: 100 })).toBeUndefined()
  expect(readUntilBreach({ share: 0.1 }, { rows: 5000, bad: 101 })).toEqual([1000, 'allowed'])
  expect(readUntilBreach({ share: 0.1 }, { rows: 100, bad: 10 })).toBeUndefined()
  expect(readUntilBreach({ share: 0.1 }, { rows: 100, bad: 11 })).toEqual([100, 'allowed'])
})

test('more than half of the first 1000 rows exceed any limit in rows', () => {
  expect(readUntilBreach(undefined, { rows: 5000, bad: 500 })).toBeUndefined()
  expect(readUntilBreach(undefined, { rows: 5000, bad: 501 })).toEqual([501, 'start'])
  expect(readUntilBreach({ rows: 9000 }, { rows: 5000, bad: 501 })).toEqual([501, 'start'])
  expect(readUntilBreach({ share: 1 }, { rows: 5000, bad: 5000 })).toBeUndefined()
})

test('later rows do not count for the start', () => {
  const limit = createRejectLimit(undefined)
  for (let line = 1; line <= 5000; line++) {
    limit.read(line)
    if (line > 1000) limit.reject({ line, field: 'email', code: 'bad_email' })
  }
  expect(limit.breach(true)).toBeUndefined()
})

test('the most frequent reason is reported with its first row', () => {
  const limit = createRejectLimit(undefined)
  limit.reject({ line: 1, field: 'email', code: 'required' })
  limit.reject({ line: 2, field: 'email', code: 'bad_email' })
  limit.reject({ line: 3, field: 'email', code: 'bad_email' })
  expect(limit.prevailing()).toMatchObject({ line: 2, code: 'bad_email' })
})
