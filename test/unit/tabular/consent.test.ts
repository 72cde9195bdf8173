import { expect, test } from 'vitest'
import { type ContactInput, createRowCheck } from '../../../src/tabular/check.ts'
import { keptStatusOf } from '../../../src/tabular/consent.ts'
import { mapColumns } from '../../../src/tabular/mapping.ts'
import { keepEarlier, mergeContacts } from '../../../src/tabular/merge-contacts.ts'

function check(header: string[], cells: string[]) {
  return createRowCheck(mapColumns(header))({ line: 2, cells, flaw: undefined })
}

function contactOf(columns: Record<string, string>): ContactInput | undefined {
  const header = ['email', ...Object.keys(columns)]
  return check(header, ['ana@example.org', ...Object.values(columns)]).contact
}

test.each([
  [{ status: 'Subscribed' }, 'active'],
  [{ Estado: 'Suscrito' }, 'active'],
  [{ Estado: 'Dado de baja' }, 'unsubscribed'],
  [{ 'Subscription Status': 'Non-Subscribed' }, 'unsubscribed'],
  [{ status: 'Hard bounce' }, 'bounced'],
  [{ status: 'cleaned' }, 'bounced'],
  [{ status: 'Rebotado' }, 'bounced'],
  [{ status: 'Queja' }, 'complained'],
  [{ status: 'blocklisted' }, 'suppressed'],
  [{ status: 'disabled' }, 'unsubscribed'],
  [{ status: 'pendiente' }, 'unconfirmed'],
  [{ status: '' }, undefined],
  [{ UNSUB_TIME: '2026-01-02 10:00:00' }, 'unsubscribed'],
  [{ CLEAN_TIME: 'some day' }, 'bounced'],
  [{ EMAIL_BLACKLISTED: 'true' }, 'suppressed'],
  [{ unsubscribed: '0' }, undefined],
  [{ unsubscribed: 'f' }, undefined],
  [{ unsubscribed: 'off' }, undefined],
  [{ unsubscribed_at: 'N/A' }, undefined],
  [{ fecha_de_baja: '-' }, undefined],
  [{ unsubscribed_at: '0000-00-00 00:00:00' }, undefined],
  [{ bounced_at: '0000-00-00' }, undefined],
  [{ unsubscribed_at: '0001-01-01T00:00:00Z' }, undefined],
  [{ unsubscribed: 't' }, 'unsubscribed'],
  [{ status: 'active', UNSUB_TIME: '2026-01-02 10:00:00' }, 'unsubscribed'],
  [{ unsubscribed: 'no', bounced: 'yes', CLEAN_TIME: '' }, 'bounced'],
  [{ status: 'active', unsub_time: '2025-01-01', confirmed_at: '2025-02-01' }, 'active'],
])('%j is %s', (columns, status) => {
  expect(contactOf(columns as Record<string, string>)?.status).toBe(status)
})

test('a status that nobody knows makes the row invalid and is named', () => {
  expect(check(['email', 'status'], ['ana@example.org', 'VIP']).reject).toMatchObject({
    code: 'unknown_status',
    field: 'status',
    values: { column: 'status', value: 'VIP', choices: expect.stringContaining('rebotado') },
  })
})

test('of two columns for one status the own one counts, or the user chooses', () => {
  const targets = (header: string[]) => mapColumns(header).columns.map(({ target }) => target)
  expect(targets(['email', 'Estado', 'status'])).toEqual(['email', 'status'])
  expect(() => mapColumns(['email', 'Estado', 'Subscription status'])).toThrow('usage')
  const fields = [{ id: 1, name: 'Status', type: 'text' }]
  expect(mapColumns(['email', 'Status', 'contact_status'], { fields }).columns).toMatchObject([
    { target: 'email' },
    { target: { id: 1 } },
    { target: 'status' },
  ])
  const overrides = [['Estado', '-']] as const
  expect(mapColumns(['email', 'Estado'], { overrides })).toMatchObject({ ignored: ['Estado'] })
})

test('no order of two rows loses an opt-out', () => {
  const email = 'ana@example.org'
  const active: ContactInput = { email, status: 'active' }
  for (const status of ['unsubscribed', 'bounced', 'complained', 'suppressed'] as const) {
    const left: ContactInput = { email, status, reason: 'x' }
    for (const merge of [mergeContacts, keepEarlier]) {
      for (const merged of [merge(active, left), merge(left, active)]) {
        expect(keptStatusOf(merged)).toBe(status)
      }
    }
  }
})
