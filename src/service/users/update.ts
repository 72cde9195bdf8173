import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { revokeKeys } from '../auth/api-keys/store.ts'
import { hashPassword } from '../auth/password.ts'
import { revokeSessions } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireAccount } from './access.ts'
import { settingsIn } from './audit/settings-in.ts'
import { refuseTakenUsername, updateAccount } from './store.ts'
import { lockTree } from './tree-store.ts'

/** Updates an account below the caller. A new password revokes all of its sessions and API keys. */
export const update =
  ({ db, clock }: Service): Handler<typeof contract.users.update> =>
  async ({ id, pass, ...edit }, { account, transact, note }) => {
    await requireAccount(db, account, id, 'update')
    // With a password of its own the key could log in and do more than its scopes allow.
    if (pass !== undefined && account.scopes !== null) throw new Failure('session_needed')
    if (edit.username !== undefined) await refuseTakenUsername(db, edit.username, id)
    const passHash =
      pass === undefined
        ? undefined
        : await hashPassword(pass, { requester: `account ${account.limitGroup}` })
    return transact(async (tx) => {
      await lockTree(tx)
      const before = await requireAccount(tx, account, id, 'update')
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
      if (passHash !== undefined) {
        await revokeSessions(tx, id, { now })
        await revokeKeys(tx, { accountId: id, now })
      }
      note({ accountId: id, ...settingsIn(before, change) })
      return { ok: true }
    })
  }
