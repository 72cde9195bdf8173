import type { Contact } from '../contacts/store.ts'
import { viewOf } from '../contacts/view.ts'
import type { Executor } from '../database/dialect.ts'
import { selectAllFields } from '../lists/fields/store.ts'

/** How contacts of several lists are shown: each with the fields of its own list. */
export async function viewOfMany(db: Executor, accountId: number, contacts: readonly Contact[]) {
  const fields = await selectAllFields(db, accountId)
  const lists = [...new Set(contacts.map(({ list_id }) => list_id))]
  const views = new Map(
    await Promise.all(
      lists.map(async (id) => {
        const ofList = fields.filter(({ listId }) => listId === id)
        const contactsOfList = contacts.filter(({ list_id }) => list_id === id)
        return [id, await viewOf(db, ofList, contactsOfList)] as const
      }),
    ),
  )
  return (contact: Contact) => {
    const show = views.get(contact.list_id)
    if (!show) throw new RangeError(`no view of list ${contact.list_id}`)
    return show(contact)
  }
}
