import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import { Failure } from '../../core/failure.ts'
import { countInWindow } from '../database/counter.ts'
import type { Handler } from '../handler.ts'
import { decodeCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { recheckSenders } from './recheck.ts'
import { shownSender } from './sender.ts'
import { listSenders } from './store.ts'

export const list =
  (service: Service): Handler<typeof contract.senders.list> =>
  async ({ limit, cursor, order, recheck }, { account }) => {
    const [after] = decodeCursor(cursor, 1) ?? []
    const rows = await listSenders(service.db, account.id, {
      after: Number.isSafeInteger(after) ? Number(after) : undefined,
      descending: order === 'desc',
      limit: limit + 1,
    })
    const page = pageOf(
      rows,
      limit,
      ({ id }) => [id],
      (sender) => sender,
    )
    if (isOn(recheck)) await takeRecheck(service, account.id)
    const senders = isOn(recheck)
      ? await recheckSenders(service, account.id, page.items)
      : page.items
    return { ...page, items: senders.map(shownSender) }
  }

/** One page can be 1,500 questions to name servers. */
const rechecksAMinute = 10
const minuteMs = 60_000

async function takeRecheck({ db, clock }: Service, account: number): Promise<void> {
  const now = clock.now()
  const count = await countInWindow(db, `recheck senders ${account}`, { windowMs: minuteMs, now })
  if (count <= rechecksAMinute) return
  const retryAfterSeconds = Math.ceil((minuteMs - (now % minuteMs)) / 1000)
  throw new Failure('rate_limited', { retryAfterSeconds })
}
