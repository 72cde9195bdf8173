import { existsSync } from 'node:fs'
import { checkField } from '../../contract/field.ts'
import { users } from '../../contract/modules/users.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { revokeKeys } from '../auth/api-keys/store.ts'
import { insertOperatorAction } from '../auth/operator-audit.ts'
import { hashPassword } from '../auth/password.ts'
import { findAccountByUsername, revokeSessions } from '../auth/store.ts'
import { connect, refuseUnreachable } from '../database/connect.ts'
import { checkSchema } from '../database/move-source.ts'
import { updateAccount } from './store.ts'

interface Reset {
  /** An SQLite file or a `postgres://` URL. A service may be using it. */
  database: string
  username: string
  /** Returns the new password. Called only if there is such a user. */
  readPassword(): Promise<string>
  /** The present time in milliseconds. */
  now: number
}

/**
 * Sets the password of a user in the database itself, for an operator who cannot log in, and ends the
 * sessions and API keys of the user. Throws not_found, not_a_database, schema_older, schema_newer,
 * database_unreachable, or `invalid` for a password that is too short.
 */
export async function resetPassword({ database, username, readPassword, now }: Reset) {
  const isFile = !isPostgresUrl(database)
  if (isFile && !existsSync(database)) {
    throw new Failure('not_a_database', { values: { path: database } })
  }
  const { db, close } = connect(database)
  try {
    if (!isFile) await db.introspection.getTables().catch(refuseUnreachable)
    // The URL may contain a password.
    await checkSchema(db, isFile ? database : new URL(database).pathname.slice(1))
    const account = await findAccountByUsername(db, username)
    if (!account) throw new Failure('not_found', { values: { name: username } })
    const pass = await readPassword()
    const problems = checkField(users.create, 'pass', pass)
    if (problems.length > 0) refuse(problems)
    const pass_hash = await hashPassword(pass)
    const ended = await db.transaction().execute(async (tx) => {
      await updateAccount(tx, account.id, { pass_hash }, now)
      await insertOperatorAction(tx, {
        ...{ accountId: account.id, act: 'users reset-password', now },
        note: { after: { pass: true } },
      })
      return {
        sessions_ended: await revokeSessions(tx, account.id, { now }),
        keys_revoked: await revokeKeys(tx, { accountId: account.id, now }),
      }
    })
    return { id: account.id, username: account.username, ...ended }
  } finally {
    await close()
  }
}
