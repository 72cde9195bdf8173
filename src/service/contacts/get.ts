import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { exportPersonalData } from './export/personal-data-export.ts'
import { findContact } from './store.ts'
import { viewOf } from './view.ts'

export const get =
  ({ db, reader, secrets }: Service): Handler<typeof contract.contacts.get> =>
  async ({ id, contact: name, export: isExport }, { account }) => {
    const listRef = { accountId: account.id, listId: id }
    const list = await findList(db, listRef)
    const contact = await findContact(db, list, name)
    const show = await viewOf(db, account.id, await selectFields(db, listRef), [contact])
    if (!isExport) return show(contact)
    return { ...show(contact), ...(await exportPersonalData(reader, contact, secrets.hash)) }
  }
