import type { contract } from '../../contract/index.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { updateContact } from '../contacts/store.ts'
import type { Handler } from '../handler.ts'
import { fieldsByName, readFieldValues } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { deleteValues, writeValues } from '../lists/fields/values-store.ts'
import type { Service } from '../service.ts'
import { subscriberOf } from './find.ts'

/** What the subscriber may not see, and what the list does not have, is left out and not refused. */
export const update =
  (service: Service): Handler<typeof contract.subscription.update> =>
  async ({ xsid, nombre, customFields = {} }, { ip, transact }) => {
    const { contact, list } = await subscriberOf(service, xsid, ip)
    return transact(async (tx) => {
      const open = (await selectFields(tx, list.id)).filter(({ internal }) => !internal)
      const byName = fieldsByName(open)
      const { writes, problems } = readFieldValues(byName, customFields, { strict: false })
      refuse(problems)
      const change = nombre === undefined ? {} : { nombre }
      const now = service.clock.now()
      if (!(await updateContact(tx, contact.id, change, { now }))) throw new Failure('not_found')
      const places = writes.map(({ field }) => ({ contact_id: contact.id, field_id: field.id }))
      await deleteValues(tx, places)
      const values = writes.flatMap(({ field, parts }) =>
        parts.map((part) => ({ contact_id: contact.id, field_id: field.id, ...part })),
      )
      await writeValues(tx, values)
      return { success: true }
    })
  }
