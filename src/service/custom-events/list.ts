import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { refuse } from '../../core/failure.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, encodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { listNames, listProperties } from './catalogue-store.ts'
import { showCustomEvent } from './show.ts'
import { contactsById, listCustomEvents, type ShownCustomEvent } from './store.ts'

type Events = typeof contract.customEvents

/** The newest first. */
export const list =
  ({ reader }: Service): Handler<Events['list']> =>
  async (
    { name, email, contact_id, from, to, limit, cursor, after_id, order = 'desc' },
    { account },
  ) => {
    if (email !== undefined && contact_id !== undefined) {
      refuse([{ field: 'email', code: 'not_together', values: { other: 'contact_id' } }])
    }
    const rows = await listCustomEvents(reader, {
      accountId: account.id,
      name,
      emailKey:
        contact_id === undefined
          ? email && (normaliseAddress(email)?.key ?? '')
          : ((await contactsById(reader, account.id, [contact_id])).get(contact_id)?.email_key ??
            ''),
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      after: decodeCursor(cursor, ['whole', 'whole']),
      afterId: after_id,
      limit: limit + 1,
      order,
    })
    return pageOf(rows, limit, keyOf, (row) => ({
      ...showCustomEvent(row),
      cursor: encodeCursor(keyOf(row)),
    }))
  }

const keyOf = ({ at, id }: ShownCustomEvent) => [at, id]

export const names =
  ({ reader }: Service): Handler<Events['names']> =>
  async ({ limit, cursor, order = 'asc' }, { account }) => {
    const [after] = decodeCursor(cursor, ['text']) ?? []
    const rows = await listNames(reader, account.id, { after, limit: limit + 1, order })
    return pageOf(
      rows,
      limit,
      ({ name }) => [name],
      ({ name, count, first_at, last_at }) => ({
        name,
        count,
        first_at: toIsoTime(first_at),
        last_at: toIsoTime(last_at),
      }),
    )
  }

export const properties =
  ({ reader }: Service): Handler<Events['properties']> =>
  async ({ name, limit, cursor, order = 'asc' }, { account }) => {
    const after = decodeCursor(cursor, ['text', 'text'])
    const page = { after, limit: limit + 1, order, name }
    const rows = await listProperties(reader, account.id, page)
    return pageOf(
      rows,
      limit,
      ({ event, property }) => [event, property],
      (row) => row as typeof row & { type: 'text' },
    )
  }
