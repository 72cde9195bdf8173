import type { Executor } from '../../database/dialect.ts'
import type { List } from '../../lists/store.ts'
import { suppressGroup } from '../suppression/suppress-group.ts'
import { wholeAccount } from '../suppression/suppressions-store.ts'
import type { ContactRow } from './read-rows.ts'
import type { OptOut } from './stated-consent.ts'
import { type ExistingContact, selectExisting } from './write-store.ts'

interface OptOutRow {
  key: string
  email: string
  optOut: OptOut
}

/**
 * Keeps the opt-outs that rows state: as suppressions, and in the status of contacts that are on the
 * list, or for the whole account on any list. In every write mode: a mode decides on data only. Returns
 * whether contacts may have changed.
 */
export async function keepOptOuts(
  tx: Executor,
  { list, now }: { list: List; now: number },
  rows: readonly ContactRow[],
): Promise<boolean> {
  const stated: OptOutRow[] = []
  for (const { key, email, consent } of rows) {
    if (consent?.optOut) stated.push({ key, email, optOut: consent.optOut })
  }
  if (stated.length === 0) return false
  const { account_id: accountId, id: listId } = list
  const keys = stated.map(({ key }) => key)
  const existing = await selectExisting(tx, { accountId, listId }, keys)
  const byKey = new Map(existing.map((contact) => [contact.email_key, contact]))
  const open = stated.filter(({ key, optOut }) => !isSettled(optOut, byKey.get(key)))
  for (const group of groupAlike(open)) {
    const [first] = group
    if (!first) continue
    const { type, scope, reason } = first.optOut
    const place = scope === 'account' ? wholeAccount : listId
    await suppressGroup(tx, { accountId, listId: place, type, reason, now }, group)
  }
  return true
}

/** Whether the person has subscribed again since. */
const isSettled = ({ at }: OptOut, contact: ExistingContact | undefined): boolean =>
  at !== null && contact?.status === 'active' && (contact.confirmed_at ?? 0) > at

/** Groups opt-outs that differ only in their address, so that each group takes few statements. */
function groupAlike(rows: readonly OptOutRow[]): OptOutRow[][] {
  const groups = new Map<string, OptOutRow[]>()
  for (const row of rows) {
    const { type, scope, reason } = row.optOut
    const name = JSON.stringify([type, scope, reason])
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups.values()]
}
