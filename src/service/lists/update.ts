import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { findList, updateList } from './store.ts'

export const update =
  ({ clock }: Service): Handler<typeof contract.lists.update> =>
  ({ id, ...edit }, { account, transact }) =>
    transact(async (tx) => {
      const place = { accountId: account.id, listId: id }
      await findList(tx, place)
      const { name, description, double_optin, from_mail, welcome_template_id, public_by_id } = edit
      await updateList(tx, place, {
        updated_at: clock.now(),
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(double_optin !== undefined && { double_optin: double_optin ? 1 : 0 }),
        ...(from_mail !== undefined && {
          from_mail: from_mail === null ? null : (normaliseAddress(from_mail)?.email ?? null),
        }),
        ...(welcome_template_id !== undefined && {
          welcome_template_id: welcome_template_id === null ? null : Number(welcome_template_id),
        }),
        ...(public_by_id !== undefined && { public_by_id: public_by_id ? 1 : 0 }),
      })
      return { ok: true }
    })
