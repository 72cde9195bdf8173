import { expect, test } from 'vitest'
import { foldText } from '../../../../src/core/fold-text.ts'
import { contactFields } from '../../../../src/service/conditions/catalogue.ts'
import { parsePredicate } from '../../../../src/service/conditions/value.ts'

const { created_at: date, email, status } = contactFields

test('a day covers 24 hours, and a time with an offset is exact', () => {
  const day = Date.UTC(2026, 10, 1)
  expect(parsePredicate(date, 'after', '2026-11-01')).toEqual({
    predicate: { is: 'compared', bounds: [['>=', day + 86_400_000]] },
  })
  expect(parsePredicate(date, 'before', '2026-11-01T01:00:00+01:00')).toEqual({
    predicate: { is: 'compared', bounds: [['<', day]] },
  })
  expect(parsePredicate(date, 'before', day / 1000)).toEqual(
    parsePredicate(date, 'before', '2026-11-01'),
  )
})

test.each(['2026-02-30', '2026-13-01', '1/11/2026', 'tomorrow', '2026-11-01T10:00:00', 1e15, true])(
  '%j is not a valid time',
  (value) => {
    expect(parsePredicate(date, 'after', value)).toEqual({ code: 'bad_time' })
  },
)

test.each([0, 1.5, 'x'])('%j is not a number of days', (value) => {
  expect(parsePredicate(date, 'within_days', value)).toEqual({ code: 'bad_number' })
})

test('an invalid choice among several is reported with its index', () => {
  const read = parsePredicate(status, 'in', ['active', 'asleep'])
  expect(read).toMatchObject({ code: 'not_a_choice', index: 1 })
})

test('a single value is refused where several are required, and vice versa', () => {
  expect(parsePredicate(email, 'in', 'a')).toEqual({ code: 'wrong_type' })
  expect(parsePredicate(email, 'eq', ['a'])).toEqual({ code: 'wrong_type' })
  expect(parsePredicate(email, 'contains', '')).toMatchObject({ code: 'too_short' })
})

test('folding text does not change its length', () => {
  expect(foldText('Ávila, CORUÑA y Škoda')).toBe('avila, coruna y Škoda')
  expect([...foldText('Þórður ÀÿŸ')]).toHaveLength([...'Þórður ÀÿŸ'].length)
})
