import type { contract } from '../../../contract/index.ts'
import { isOn } from '../../../contract/shapes/wire.ts'
import type { Handler } from '../../handler.ts'
import { findList, selectListNames } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { findContact } from '../store.ts'
import { erasedKey } from '../suppression/suppressed.ts'
import { deleteContacts } from './delete-store.ts'
import { erase, findBeforeErasure } from './erase.ts'

export const remove =
  ({ db, reader, secrets, clock }: Service): Handler<typeof contract.contacts.remove> =>
  async ({ id, contact: name, erase: isErased }, { account, transact }) => {
    const listRef = { accountId: account.id, listId: id }
    const list = await findList(db, listRef)
    const found = isOn(isErased)
      ? await findBeforeErasure(reader, await findContact(db, list, name))
      : {}
    return transact(async (tx) => {
      const contact = await findContact(tx, await findList(tx, listRef), name)
      if (!isOn(isErased)) {
        await deleteContacts(tx, account.id, [contact.id])
        return { ok: true }
      }
      const hash = erasedKey(contact.email_key, secrets.hash[0])
      const contacts = await erase(tx, contact, { hash, now: clock.now(), found })
      const lists = await selectListNames(
        tx,
        contacts.map(({ list_id }) => list_id),
      )
      return { ok: true, lists }
    })
  }
