import type { contract } from '../../contract/index.ts'
import { showFields } from '../contacts/view.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { selectValues } from '../lists/fields/values-store.ts'
import type { Service } from '../service.ts'
import { requireSubscriber } from './find-subscriber.ts'

export const get =
  (service: Service): Handler<typeof contract.subscription.get> =>
  async ({ xsid }, { ip }) => {
    const { contact, list } = await requireSubscriber(service, xsid, ip)
    const fields = await selectFields(service.db, { accountId: list.account_id, listId: list.id })
    const values = await selectValues(service.db, contact.account_id, [contact.id])
    return {
      email: contact.email,
      nombre: contact.nombre,
      listData: { name: list.name, description: list.description },
      customFields: showFields(
        fields.filter(({ internal }) => !internal),
        values.get(contact.id),
      ),
    }
  }
