import { contract } from '../../contract/index.ts'
import { recordAction } from '../auth/audit-store.ts'
import { hashPassword } from '../auth/password.ts'
import { revokeSessions } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { refuseTakenUsername, updateAccount } from './store.ts'
import { lockTree } from './tree-store.ts'

const endpoint = contract.users.update

/** Updates an account below the caller. A new password revokes all of its sessions. */
export const update =
  ({ db, clock }: Service): Handler<typeof endpoint> =>
  async ({ id, pass, ...edit }, { account, transact }) => {
    await requireAccount(db, account, id, 'update')
    if (edit.username !== undefined) await refuseTakenUsername(db, edit.username, id)
    const passHash =
      pass === undefined
        ? undefined
        : await hashPassword(pass, { requester: `account ${account.limitGroup}` })
    return transact(async (tx) => {
      await lockTree(tx)
      await requireAccount(tx, account, id, 'update')
      const now = clock.now()
      const { username, email, nombre, language } = edit
      const change = {
        ...(username !== undefined && { username }),
        ...(email !== undefined && { email }),
        ...(nombre !== undefined && { nombre }),
        ...(language !== undefined && { language }),
        ...(passHash !== undefined && { pass_hash: passHash }),
      }
      await updateAccount(tx, id, change, now)
      if (passHash !== undefined) await revokeSessions(tx, id, { now })
      await recordAction(tx, { accountId: id, actorId: account.id, endpoint, now })
      return { ok: true }
    })
  }
