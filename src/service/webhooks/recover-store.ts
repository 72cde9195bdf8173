import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'

/** Releases deliveries that a dead worker had claimed. A receiver recognises one sent twice by its id. */
export const recoverDeliveries = (db: Executor, deadline: number) =>
  db
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where(sql<boolean>`state = 'claimed'`)
    .where('lease_until', '<', deadline)
    .execute()
