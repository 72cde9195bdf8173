import type { contract } from '../../../contract/index.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findKey, revokeKeys } from './store.ts'

/** A revoked key is refused from the next request on. */
export const revoke =
  ({ clock }: Service): Handler<typeof contract.keys.revoke> =>
  ({ key: keyId }, { account, transact, note }) =>
    transact(async (tx) => {
      const { name, prefix } = await findKey(tx, { accountId: account.id, keyId })
      await revokeKeys(tx, { accountId: account.id, keyId, now: clock.now() })
      note({ before: { name, prefix } })
      return { ok: true, id: keyId }
    })
