import type { contract } from '../../contract/index.ts'
import { isOn } from '../../contract/shapes/wire.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { deleteContacts } from './delete-store.ts'
import { erase } from './erase-store.ts'
import { findContact } from './store.ts'

export const remove =
  ({ secrets, clock }: Service): Handler<typeof contract.contacts.remove> =>
  ({ id, contact: name, erase: erased }, { account, transact }) =>
    transact(async (tx) => {
      await findList(tx, { accountId: account.id, listId: id })
      const contact = await findContact(tx, id, name)
      if (isOn(erased)) await erase(tx, contact, { key: secrets.hash[0], now: clock.now() })
      await deleteContacts(tx, account.id, [contact.id])
      return { ok: true }
    })
