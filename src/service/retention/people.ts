import { deletePerson, hasContact, selectWithoutContact } from '../custom-events/people-store.ts'
import { sliceSize } from '../database/slices.ts'
import type { PurgeContext } from './delete-slices.ts'

/** Deletes the events of people whose last contact was deleted. */
export async function purgePeople({ db, reader, signal }: PurgeContext): Promise<void> {
  let after = 0
  while (!signal.aborted) {
    const people = await selectWithoutContact(reader, { after, limit: sliceSize })
    for (const person of people) {
      if (signal.aborted) return
      await db.transaction().execute(async (tx) => {
        // The contact may have been added again.
        if (await hasContact(tx, person)) return
        await deletePerson(tx, person.account_id, person.email_key)
      })
    }
    const last = people.at(-1)
    if (!last || people.length < sliceSize) return
    after = last.id
  }
}
