import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { prepareOrigins } from './form.ts'
import { findList, updateList } from './store.ts'
import { settingsOf } from './view.ts'
import { type HasTemplate, readWelcomeTemplate } from './welcome-template.ts'

export const update =
  ({ clock }: Service, hasTemplate: HasTemplate): Handler<typeof contract.lists.update> =>
  ({ id, ...edit }, { account, transact, note }) =>
    transact(async (tx) => {
      const listRef = { accountId: account.id, listId: id }
      const before = settingsOf(await findList(tx, listRef))
      const { name, description, double_optin, from_mail, public_by_id, form_origins } = edit
      const welcome = edit.welcome_template_id
      await updateList(tx, listRef, {
        updated_at: clock.now(),
        ...(name !== undefined && { name }),
        ...(description !== undefined && { description }),
        ...(double_optin !== undefined && { double_optin: double_optin ? 1 : 0 }),
        ...(from_mail !== undefined && {
          from_mail: from_mail === null ? null : (normaliseAddress(from_mail)?.email ?? null),
        }),
        ...(welcome !== undefined && {
          welcome_template_id: await readWelcomeTemplate(tx, hasTemplate, account.id, welcome),
        }),
        ...(public_by_id !== undefined && { public_by_id: public_by_id ? 1 : 0 }),
        ...(edit.public !== undefined && { is_public: edit.public ? 1 : 0 }),
        ...(form_origins !== undefined && {
          form_origins: await prepareOrigins(tx, account.id, form_origins),
        }),
      })
      note({ before, after: settingsOf(await findList(tx, listRef)) })
      return { ok: true }
    })
