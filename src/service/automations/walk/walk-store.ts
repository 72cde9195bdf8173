import type { Executor } from '../../database/dialect.ts'

/** Lets a contact enter, whatever the status of the automation. Only in a transaction that is rolled back. */
export const openForWalk = (tx: Executor, automationId: number) =>
  tx.updateTable('automations').set({ status: 'active' }).where('id', '=', automationId).execute()

export const findWalkedRun = (tx: Executor, automationId: number, key: string) =>
  tx
    .selectFrom('automation_runs')
    .select(['id', 'due_at', 'ended_by'])
    .where('automation_id', '=', automationId)
    .where('entry_key', '=', key)
    .executeTakeFirstOrThrow()

/** Returns what merge tags read of a contact, besides its fields. */
export const findWalkedContact = (tx: Executor, contactId: number) =>
  tx
    .selectFrom('contacts')
    .select(['email', 'nombre', 'list_id'])
    .where('id', '=', contactId)
    .executeTakeFirstOrThrow()
