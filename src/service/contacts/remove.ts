import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { deleteContacts } from './delete-store.ts'
import { erase, selectRejectsNaming } from './erase-store.ts'
import { findContact } from './store.ts'

export const remove =
  ({ db, reader, secrets, clock }: Service): Handler<typeof contract.contacts.remove> =>
  async ({ id, contact: name, erase: erased }, { account, transact }) => {
    const place = { accountId: account.id, listId: id }
    const list = await findList(db, place)
    const rejects = isOn(erased)
      ? await selectRejectsNaming(reader, await findContact(db, list, name))
      : []
    return transact(async (tx) => {
      const contact = await findContact(tx, await findList(tx, place), name)
      if (isOn(erased)) {
        await erase(tx, contact, { key: secrets.hash[0], now: clock.now(), rejects })
      }
      await deleteContacts(tx, account.id, [contact.id])
      return { ok: true }
    })
  }
