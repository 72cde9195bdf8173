import type { contract } from '../../contract/index.ts'
import { normaliseAddress } from '../../core/address.ts'
import { randomToken } from '../../core/ids.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { prepareOrigins } from './form.ts'
import { insertList } from './store.ts'
import { type HasTemplate, readWelcomeTemplate } from './welcome-template.ts'

/** Long enough that public ids cannot be guessed. */
const publicIdBytes = 12

export const create =
  ({ clock }: Service, hasTemplate: HasTemplate): Handler<typeof contract.lists.create> =>
  (input, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      const { name, description, double_optin, from_mail, public_by_id, form_origins } = input
      const welcome = input.welcome_template_id
      const id = await insertList(tx, {
        account_id: account.id,
        public_id: randomToken(publicIdBytes),
        name,
        description: description ?? '',
        double_optin: double_optin ? 1 : 0,
        from_mail: from_mail === undefined ? null : (normaliseAddress(from_mail)?.email ?? null),
        welcome_template_id: await readWelcomeTemplate(tx, hasTemplate, account.id, welcome),
        public_by_id: public_by_id ? 1 : 0,
        is_public: input.public ? 1 : 0,
        form_origins: await prepareOrigins(tx, account.id, form_origins ?? []),
        created_at: now,
        updated_at: now,
      })
      return { ok: true, id }
    })
