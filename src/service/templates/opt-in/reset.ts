import type { contract } from '../../../contract/index.ts'
import { deleteOptInTemplate } from '../../contacts/consent/opt-in-templates-store.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { requireAccount } from '../../users/access.ts'
import { settingsOf, showWording } from './show.ts'

/** Returns to the built-in wording. */
export const reset =
  (_: Service): Handler<typeof contract.optin.reset> =>
  ({ id, language }, { account, transact, note }) =>
    transact(async (tx) => {
      await requireAccount(tx, account, id, 'get')
      const ref = { accountId: id, language }
      const before = await showWording(tx, ref)
      await deleteOptInTemplate(tx, ref)
      const after = await showWording(tx, ref)
      note({ accountId: id, before: settingsOf(before), after: settingsOf(after) })
      return after
    })
