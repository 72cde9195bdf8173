import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { listNames, listProperties } from './catalogue-store.ts'
import { showCustomEvent } from './show.ts'
import { listCustomEvents } from './store.ts'

type Events = typeof contract.customEvents

/** The newest first. */
export const list =
  ({ reader }: Service): Handler<Events['list']> =>
  async ({ name, email, from, to, limit, cursor, after_id, order = 'desc' }, { account }) => {
    const rows = await listCustomEvents(reader, {
      accountId: account.id,
      name,
      emailKey: email === undefined ? undefined : (normaliseAddress(email)?.key ?? ''),
      from: from === undefined ? undefined : Date.parse(from),
      to: to === undefined ? undefined : Date.parse(to),
      after: decodeCursor(cursor, ['whole', 'whole']),
      afterId: after_id,
      limit: limit + 1,
      order,
    })
    return pageOf(rows, limit, ({ at, id }) => [at, id], showCustomEvent)
  }

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
