import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { selectHistory } from './history-store.ts'
import { findContact } from './store.ts'
import { suppressionOf } from './suppressions-store.ts'
import { viewOf } from './view.ts'

export const get =
  ({ db, secrets }: Service): Handler<typeof contract.contacts.get> =>
  async ({ id, contact: name, export: everything }, { account }) => {
    const place = { accountId: account.id, listId: id }
    await findList(db, place)
    const contact = await findContact(db, id, name)
    const show = await viewOf(db, await selectFields(db, id), [contact])
    if (!everything) return show(contact)
    const history = await selectHistory(db, contact.id)
    const consent = history.find(({ type, detail }) => type === 'optin' && detail.startsWith('{'))
    const suppressed = await suppressionOf(db, place, contact.email_key, secrets.hash)
    return {
      ...show(contact),
      history: history.map(({ type, at, campaign_id, detail }) => ({
        type,
        at: new Date(at).toISOString(),
        campaign_id,
        detail: detail === '' ? null : detail,
      })),
      consent: consent
        ? { at: new Date(consent.at).toISOString(), ...JSON.parse(consent.detail) }
        : null,
      suppressed: suppressed !== 'no',
    }
  }
