import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { findGrant, revokeGrants } from '../oauth/store.ts'

/** The tokens of the assistant are refused from the next request on. */
export const revoke =
  ({ clock }: Service): Handler<typeof contract.apps.revoke> =>
  ({ app: grantId }, { account, transact, note }) =>
    transact(async (tx) => {
      const now = clock.now()
      const grant = await findGrant(tx, { accountId: account.id, grantId, now })
      if (!grant) throw new Failure('not_found')
      await revokeGrants(tx, { grantId, now })
      note({ before: { name: grant.client_name, site: grant.host } })
      return { ok: true, id: grantId }
    })
