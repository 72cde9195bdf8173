import type { contract } from '../../../contract/index.ts'
import { refuse } from '../../../core/failure.ts'
import { upsertOptInTemplate } from '../../contacts/consent/opt-in-templates-store.ts'
import { type OptInValues, renderOptIn } from '../../contacts/consent/render-opt-in.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../../users/access.ts'
import { findTemplate } from '../store.ts'
import { settingsOf, showWording } from './show.ts'

/** Values of a person, to find out whether the message has the link. */
const sampleValues: OptInValues & Record<string, string> = {
  confirm_url: 'https://example.org/optin/0123456789',
  list_name: 'Newsletter',
  sender_name: 'Example',
  postal_address: '1 Example Street',
  email: 'person@example.org',
  nombre: 'Alex',
}

/** Sets a template of the account as the wording of the opt-in mail in a language. */
export const set =
  ({ db, clock, rendering }: Service): Handler<typeof contract.optin.set> =>
  async ({ id: accountId, language, template_id, subject: given }, { account, transact, note }) => {
    await requireAccount(db, account, accountId, 'get')
    const templateId = Number(template_id)
    const template = await findTemplate(db, { accountId, templateId })
    refuse(template ? [] : [{ field: 'template_id', code: 'unknown_id' }])
    const { html = '', text = '', asunto = '' } = template ?? {}
    const subject = given ?? asunto
    refuse(subject.trim() === '' ? [{ field: 'subject', code: 'required' }] : [])
    const input = { subject, html, text, values: sampleValues }
    const { hasLink } = await rendering.run(renderOptIn, input, { owner: String(account.id) })
    refuse(hasLink ? [] : [{ field: 'template_id', code: 'no_confirm_url' }])
    return transact(async (tx) => {
      const now = clock.now()
      const before = await showWording(tx, { accountId, language })
      await upsertOptInTemplate(tx, {
        account_id: accountId,
        language,
        template_id: templateId,
        subject,
        updated_at: now,
      })
      const after = await showWording(tx, { accountId, language })
      note({ accountId, before: settingsOf(before), after: settingsOf(after) })
      return after
    })
  }
