import { sql } from 'kysely'
import type { ContactStatus } from '../../../src/contract/shapes/contact.ts'
import { foldName } from '../../../src/core/fold-name.ts'
import { changeContacts } from '../../../src/service/contacts/table/change-store.ts'
import { beginContactWrite } from '../../../src/service/contacts/table/insert-store.ts'
import { allInOrder } from '../../../src/service/database/batches/all-in-order.ts'
import type { Condition } from '../../../src/service/database/condition.ts'
import type { Executor } from '../../../src/service/database/dialect.ts'

interface Person {
  email: string
  nombre?: string
  status?: ContactStatus
}

/** Inserts contacts with their counts and names, as the service does. */
export async function insertContacts(
  db: Executor,
  { accountId, listId, now }: { accountId: number; listId: number; now: number },
  people: readonly Person[],
): Promise<void> {
  const rows = people.map(({ email, nombre = '', status = 'active' }, index) => {
    const address = { email, key: email.toLowerCase(), domain: email.split('@')[1] ?? '' }
    const consent = { status, optOut: undefined, confirmedAt: null, createdAt: null }
    const names = { nombre, nombre_key: foldName(nombre) }
    return { index, ...address, ...names, values: [], tags: [], missing: undefined, consent }
  })
  const target = {
    accountId,
    listId,
    status: 'active',
    source: 'api',
    mode: 'insert',
    now,
  } as const
  await db.transaction().execute(async (tx) => {
    await allInOrder(tx, (await beginContactWrite(tx, target, rows)).statements)
  })
}

/** Sets the status of some contacts, or of all, with the counts of their lists and nothing else. */
export const setContactStatus = (
  db: Executor,
  status: string,
  those: Condition = sql`true`,
): Promise<unknown> =>
  db.transaction().execute((tx) => changeContacts(tx, those, { set: sql`status = ${status}` }))
