import { expect, test } from 'vitest'
import { contactAskables } from '../../../../src/service/conditions/catalogue.ts'
import { foldText } from '../../../../src/service/conditions/fold-text.ts'
import { readAsks } from '../../../../src/service/conditions/value.ts'

const { created_at: date, email, status } = contactAskables

test('a day is whole, and a moment with its offset is itself', () => {
  const day = Date.UTC(2026, 10, 1)
  expect(readAsks(date, 'after', '2026-11-01')).toEqual({
    asks: { is: 'compared', bounds: [['>=', day + 86_400_000]] },
  })
  expect(readAsks(date, 'before', '2026-11-01T01:00:00+01:00')).toEqual({
    asks: { is: 'compared', bounds: [['<', day]] },
  })
  expect(readAsks(date, 'before', day / 1000)).toEqual(readAsks(date, 'before', '2026-11-01'))
})

test.each(['2026-02-30', '2026-13-01', '1/11/2026', 'tomorrow', '2026-11-01T10:00:00', 1e15, true])(
  '%j is no time',
  (value) => {
    expect(readAsks(date, 'after', value)).toEqual({ code: 'bad_time' })
  },
)

test.each([0, 1.5, 'x'])('%j is no number of days', (value) => {
  expect(readAsks(date, 'within_days', value)).toEqual({ code: 'bad_number' })
})

test('of several choices the one that is none is named by its place', () => {
  const read = readAsks(status, 'in', ['active', 'asleep'])
  expect(read).toMatchObject({ code: 'not_a_choice', at: 1 })
})

test('a value where several are asked, or several where one is, is refused', () => {
  expect(readAsks(email, 'in', 'a')).toEqual({ code: 'wrong_type' })
  expect(readAsks(email, 'eq', ['a'])).toEqual({ code: 'wrong_type' })
  expect(readAsks(email, 'contains', '')).toMatchObject({ code: 'too_short' })
})

test('text is folded letter by letter, so that it keeps its length', () => {
  expect(foldText('Ávila, CORUÑA y Škoda')).toBe('avila, coruna y Škoda')
  expect([...foldText('Þórður ÀÿŸ')]).toHaveLength([...'Þórður ÀÿŸ'].length)
})
