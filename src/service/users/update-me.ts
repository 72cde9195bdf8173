import type { contract } from '../../contract/index.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { minuteMs } from '../../core/time.ts'
import { countAttempt } from '../auth/attempt-limit.ts'
import { hashPassword, isPassword } from '../auth/password.ts'
import { revokeSessions } from '../auth/store.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { settingsIn } from './audit/settings-in.ts'
import { findAccount, placeholderDomain, updateAccount } from './store.ts'

/** Limits guesses, so that a hijacked session does not reveal the password. */
const passwordAttempts = { attempts: 10, windowMs: 15 * minuteMs }

/**
 * Updates the caller's own account. A new password revokes all other sessions, because one of them
 * may be an intruder's. API keys stay valid: programs use them, and `revokeSessions` can end them.
 */
export const updateMe =
  (service: Service): Handler<typeof contract.users.updateMe> =>
  async (
    { pass, old_pass, mcp_permissions, any_form_origin, ...edit },
    { account, transact, note },
  ) => {
    const { db, clock } = service
    const now = clock.now()
    const turn = { requester: `account ${account.limitGroup}` }
    if (edit.email !== undefined) await checkNewAddress(edit.email)
    else if (pass !== undefined) await checkPassword()
    const passHash = pass === undefined ? undefined : await hashPassword(pass, turn)
    return transact(async (tx) => {
      const { nombre, email, language, timezone } = edit
      const change = {
        ...(nombre !== undefined && { nombre }),
        ...(email !== undefined && { email }),
        ...(language !== undefined && { language }),
        ...(timezone !== undefined && { timezone }),
        ...(mcp_permissions !== undefined && {
          mcp_permissions: JSON.stringify([...new Set(mcp_permissions)]),
        }),
        ...(any_form_origin !== undefined &&
          ({ any_form_origin: any_form_origin ? 1 : 0 } as const)),
        ...(passHash !== undefined && { pass_hash: passHash }),
      }
      note(settingsIn(await findAccount(tx, account.id), change))
      await updateAccount(tx, account.id, change, now)
      if (passHash !== undefined) {
        await revokeSessions(tx, account.id, { except: account.jti, now })
      }
      return { ok: true }
    })

    /** A code for a new password goes to the address, so a hijacked session must not change it. */
    async function checkNewAddress(email: string): Promise<void> {
      const found = await findAccount(db, account.id)
      const isNew = email !== found.email
      // Its confirmation has proved the address, and no other mail of the account leaves the service.
      if (isNew && found.is_sandbox === 1) throw new Failure('sandbox_account')
      const isFirst = found.email.endsWith(placeholderDomain)
      if (pass !== undefined || (isNew && !isFirst)) await checkPassword()
    }

    async function checkPassword(): Promise<void> {
      if (old_pass === undefined) refuse([{ field: 'old_pass', code: 'required' }])
      await countAttempt(service, `password ${account.id}`, passwordAttempts)
      const { pass_hash } = await findAccount(db, account.id)
      if (!(await isPassword(old_pass ?? '', pass_hash, turn))) throw new Failure('bad_credentials')
    }
  }
