import { expect, test } from 'vitest'
import type { OperationRecord } from '../../../../src/cli/sending/journal.ts'
import { isUndoneBy } from '../../../../src/cli/sending/undo.ts'

const at = '2027-03-01T09:00:00.000Z'
const done = (place: string, answer: object = {}): OperationRecord => ({
  id: 'a',
  state: 'done',
  at,
  begunAt: at,
  place,
  answer,
})

test.each([
  ['PUT /campaigns/7/send', {}, 'update', 'DELETE /campaigns/7/schedule', true],
  ['PUT /campaigns/7/send', {}, 'update', 'PUT /campaigns/70/pause', false],
  ['PUT /automations/2/activate', {}, 'update', 'PUT /automations/2/deactivate', true],
  ['POST /lists', { id: 3 }, 'destroy', 'DELETE /lists/3', true],
  ['POST /lists', { id: '3' }, 'destroy', 'DELETE /lists/3?force=1', true],
  ['POST /lists', { id: 4 }, 'destroy', 'DELETE /lists/3', false],
  ['POST /lists', { id: 3 }, 'update', 'PUT /lists/3', false],
  [
    'POST /lists/3/contacts',
    { id: 9 },
    'destroy',
    'DELETE /lists/3/contacts/ana%40x.example',
    true,
  ],
  ['POST /lists/4/contacts', { id: 9 }, 'destroy', 'DELETE /lists/3/contacts/9', false],
] as const)('%s %o, then %s %s: undone %s', (place, answer, effect, undoing, isUndone) => {
  expect(isUndoneBy(done(place, answer), { effect, route: undoing })).toBe(isUndone)
})

test('only a completed operation can be undone', () => {
  const lost = { ...done('POST /lists', { id: 3 }), state: 'lost' as const }
  expect(isUndoneBy(lost, { effect: 'destroy', route: 'DELETE /lists/3' })).toBe(false)
})
