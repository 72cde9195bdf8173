import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOtherAccount } from './owner.ts'
import { changeSecret } from './secret.ts'
import { countWebhooks, insertWebhook } from './store.ts'
import { refuseBadUrl } from './url.ts'

/** Each event is queued once per webhook. */
const maxWebhooks = 20

export const create =
  ({ clock, secrets, settings }: Service): Handler<typeof contract.webhooks.create> =>
  ({ id: user, url, events, description }, { account, transact, note }) => {
    refuseOtherAccount(account, user)
    refuseBadUrl(url, settings)
    const now = clock.now()
    const { secret, secrets: sealed } = changeSecret(secrets.vault, undefined, now)
    return transact(async (tx) => {
      if ((await countWebhooks(tx, account.id)) >= maxWebhooks) throw new Failure('quota_exceeded')
      const id = await insertWebhook(tx, {
        account_id: account.id,
        url,
        events: JSON.stringify([...new Set(events)]),
        description: description ?? '',
        enabled: 1,
        secrets: sealed,
        failures: 0,
        failing_since: null,
        automation_id: null,
        created_at: now,
        updated_at: now,
      })
      note({ after: { url, events: [...new Set(events)] } })
      return { ok: true, id, secret }
    })
  }
