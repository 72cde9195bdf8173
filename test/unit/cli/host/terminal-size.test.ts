import { expect, test } from 'vitest'
import { columnsOf } from '../../../../src/cli/host/terminal-size.ts'

test('a terminal of unknown width is one of 80 columns', () => {
  for (const columns of [0, Number.NaN, -1]) expect(columnsOf({ columns })).toBe(80)
  expect(columnsOf({}, {})).toBe(80)
  expect(columnsOf({ columns: 0 }, { columns: 120 })).toBe(120)
  expect(columnsOf({ columns: 40 }, { columns: 120 })).toBe(40)
})
