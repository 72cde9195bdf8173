import type { contract } from '../../contract/index.ts'
import { toIsoTime } from '../../core/time.ts'
import type { Handler } from '../handler.ts'
import { decodeIdCursor, pageOf } from '../http/paging.ts'
import type { Service } from '../service.ts'
import { refuseOtherAccount } from './owner.ts'
import { maskedSecret } from './secret.ts'
import { selectWebhooks, type Webhook } from './store.ts'

export const list =
  ({ reader, clock, secrets: { vault } }: Service): Handler<typeof contract.webhooks.list> =>
  async ({ id, limit, cursor, order = 'asc' }, { account }) => {
    refuseOtherAccount(account, id)
    const after = decodeIdCursor(cursor)
    const webhooks = await selectWebhooks(reader, {
      accountId: account.id,
      limit,
      order,
      ...(after !== undefined && { after }),
    })
    const now = clock.now()
    const show = ({ enabled, events, secrets, created_at, ...webhook }: Webhook) => ({
      id: webhook.id,
      url: webhook.url,
      events: JSON.parse(events),
      description: webhook.description,
      enabled: enabled === 1,
      secret: maskedSecret(vault, secrets, now),
      failures: webhook.failures,
      created_at: toIsoTime(created_at),
    })
    return pageOf(webhooks, limit, (webhook) => [webhook.id], show)
  }
