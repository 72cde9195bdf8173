import { sql } from 'kysely'
import type { Executor } from '../database/dialect.ts'
import { isAbandoned } from '../processes/claims-store.ts'

/** Releases deliveries that a dead process had claimed. A receiver recognises one sent twice by its id. */
export const recoverDeliveries = (db: Executor, processId: string) =>
  db
    .updateTable('deliveries')
    .set({ state: 'pending', claim: null, lease_until: 0 })
    .where(sql<boolean>`state = 'claimed'`)
    .where(isAbandoned(db, processId))
    .execute()
