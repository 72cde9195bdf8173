import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { showHeld } from './held.ts'
import { findContact } from './store.ts'
import { viewOf } from './view.ts'

export const get =
  ({ db, reader, secrets }: Service): Handler<typeof contract.contacts.get> =>
  async ({ id, contact: name, export: everything }, { account }) => {
    const list = await findList(db, { accountId: account.id, listId: id })
    const contact = await findContact(db, list, name)
    const show = await viewOf(db, await selectFields(db, id), [contact])
    if (!everything) return show(contact)
    return { ...show(contact), ...(await showHeld(reader, contact, secrets.hash)) }
  }
