import type { Executor } from '../database/dialect.ts'
import type { AuditNote } from '../handler.ts'
import { changesOf } from './audit-changes.ts'
import { insertAction, operatorId } from './audit-store.ts'

interface OperatorAction {
  /** The account that was changed. */
  accountId: number
  /** The command. */
  act: string
  note: Pick<AuditNote, 'before' | 'after'>
  now: number
}

/** Logs what an operator has done in the database itself, without an account of their own. */
export const insertOperatorAction = (
  tx: Executor,
  { accountId, act, note, now }: OperatorAction,
): Promise<void> =>
  insertAction(tx, {
    ...{ account_id: accountId, actor_id: operatorId, act, client: 'operator', at: now },
    changes: JSON.stringify(changesOf(note)),
  })
