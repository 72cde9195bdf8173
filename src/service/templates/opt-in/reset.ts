import type { contract } from '../../../contract/index.ts'
import { deleteOptInTemplate } from '../../contacts/consent/opt-in-templates-store.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../../users/access.ts'
import { showWording } from './show.ts'

/** Returns to the built-in wording. */
export const reset =
  (_: Service): Handler<typeof contract.optin.reset> =>
  ({ id, language }, { account, transact }) =>
    transact(async (tx) => {
      await requireAccount(tx, account, id, 'get')
      const ref = { accountId: id, language }
      await deleteOptInTemplate(tx, ref)
      return showWording(tx, ref)
    })
