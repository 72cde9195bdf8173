import { existsSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { insertOperatorAction } from '../auth/operator-audit.ts'
import { findAccountByUsername } from '../auth/store.ts'
import { connect, refuseUnreachable } from '../database/connect.ts'
import { checkSchema } from '../database/move-source.ts'
import { lockTree } from '../users/tree-store.ts'
import {
  cancelCampaigns,
  cancelWaiting,
  endSandbox,
  pauseAutomations,
  unverifySenders,
} from './release-store.ts'

interface Release {
  /** An SQLite file or a `postgres://` URL. A service may be using it. */
  database: string
  username: string
  /** The present time in milliseconds. */
  now: number
}

/**
 * Ends the sandbox of an account in the database itself: from now on its mail goes to real people. What was
 * meant for the inbox goes nowhere, and its senders have to be verified again. Throws not_found, wrong_state
 * if it is no sandbox, not_a_database, schema_older, schema_newer or database_unreachable.
 */
export async function releaseAccount({ database, username, now }: Release) {
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
    const done = await db.transaction().execute(async (tx) => {
      await lockTree(tx)
      const campaigns_cancelled = await cancelCampaigns(tx, account.id, now)
      const automations_paused = await pauseAutomations(tx, account.id, now)
      await cancelWaiting(tx, account.id)
      const senders_to_verify = await unverifySenders(tx, account.id)
      if (!(await endSandbox(tx, account.id, now))) throw new Failure('wrong_state')
      await insertOperatorAction(tx, {
        ...{ accountId: account.id, act: 'users release', now },
        note: { before: { sandbox: true }, after: { sandbox: false } },
      })
      return { campaigns_cancelled, automations_paused, senders_to_verify }
    })
    return { id: account.id, username: account.username, ...done }
  } finally {
    await close()
  }
}
