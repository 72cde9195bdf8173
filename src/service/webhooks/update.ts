import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseOtherAccount } from './owner.ts'
import { changeSecret } from './secret.ts'
import { copySecretsToNodes, findWebhook, updateWebhook } from './store.ts'
import { refuseBadUrl } from './url.ts'

export const update =
  ({ clock, secrets, settings, wake }: Service): Handler<typeof contract.webhooks.update> =>
  async ({ id: user, webhook: webhookId, ...edit }, { account, transact, note }) => {
    refuseOtherAccount(account, user)
    const { url, events, description, enabled, rotate_secret } = edit
    if (url !== undefined) refuseBadUrl(url, settings)
    const answer = await transact(async (tx) => {
      const key = { accountId: account.id, webhookId }
      const before = await findWebhook(tx, key)
      const now = clock.now()
      const changed = rotate_secret ? changeSecret(secrets.vault, before.secrets, now) : undefined
      await updateWebhook(tx, key, {
        updated_at: now,
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
        ...(description !== undefined && { description }),
        ...(enabled !== undefined && { enabled: enabled ? 1 : 0 }),
        // Enabling a webhook resets its failures.
        ...(enabled && { failures: 0, failing_since: null }),
        ...(changed && { secrets: changed.secrets }),
      })
      if (changed) {
        const copy = { accountId: account.id, url: url ?? before.url, secrets: changed.secrets }
        await copySecretsToNodes(tx, copy)
      }
      note({
        before: {
          url: before.url,
          events: JSON.parse(before.events),
          description: before.description,
          enabled: before.enabled === 1,
          rotated: false,
        },
        after: {
          url: url ?? before.url,
          events: events ?? JSON.parse(before.events),
          description: description ?? before.description,
          enabled: enabled ?? before.enabled === 1,
          rotated: changed !== undefined,
        },
      })
      return { ok: true, ...(changed && { secret: changed.secret }) }
    })
    wake()
    return answer
  }
