import { expect, test } from 'vitest'
import { text, unlessZero } from '../../../../src/cli/command/view.ts'
import { chooseLines } from '../../../../src/cli/output/columns.ts'

const columns = [text('status'), text('sent'), unlessZero(text('ab_test.winner'))]
const fieldsOf = (one: object) => chooseLines(one, columns).map(({ field }) => field)

test('a card shows what another server adds, but not what is empty or what the view shows in part', () => {
  expect(fieldsOf({ status: 'sent', ab_test: null, views: 3 })).toEqual(['status', 'views'])
  expect(fieldsOf({ status: 'sent', sent: 4, opens: 2, ab_test: null })).toEqual(['status', 'sent'])
})
