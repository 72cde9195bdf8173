import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { randomToken } from '../../core/ids.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { insertList } from './store.ts'

/** Nobody is to guess a list of somebody else's. */
const publicIdBytes = 12

export const create =
  ({ clock }: Service): Handler<typeof contract.lists.create> =>
  (input, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      const { name, description, double_optin, from_mail, welcome_template_id, public_by_id } =
        input
      const id = await insertList(tx, {
        account_id: account.id,
        public_id: randomToken(publicIdBytes),
        name,
        description: description ?? '',
        double_optin: double_optin ? 1 : 0,
        from_mail: from_mail === undefined ? null : (normaliseAddress(from_mail)?.email ?? null),
        welcome_template_id: welcome_template_id === undefined ? null : Number(welcome_template_id),
        public_by_id: public_by_id ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      return { ok: true, id }
    })
