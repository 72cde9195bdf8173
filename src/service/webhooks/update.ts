import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOthers } from './owner.ts'
import { changeSecret } from './secret.ts'
import { findWebhook, passSecretsOn, updateWebhook } from './store.ts'
import { refuseBadUrl } from './url.ts'

export const update =
  ({ clock, secrets, settings, wake }: Service): Handler<typeof contract.webhooks.update> =>
  async ({ id: user, webhook: webhookId, ...edit }, { account, transact }) => {
    refuseOthers(account, user)
    const { url, events, description, enabled, rotate_secret } = edit
    if (url !== undefined) refuseBadUrl(url, settings)
    const answer = await transact(async (tx) => {
      const place = { accountId: account.id, webhookId }
      const before = await findWebhook(tx, place)
      const now = clock.now()
      const changed = rotate_secret ? changeSecret(secrets.vault, before.secrets, now) : undefined
      await updateWebhook(tx, place, {
        updated_at: now,
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        // Whoever switches it on has mended it: what it failed before does not count.
        ...(enabled && { failures: 0, failing_since: null }),
        ...(changed && { secrets: changed.secrets }),
      })
      if (changed) {
        const own = { accountId: account.id, url: url ?? before.url, secrets: changed.secrets }
        await passSecretsOn(tx, own)
      }
      return { ok: true, ...(changed && { secret: changed.secret }) }
    })
    wake()
    return answer
  }
