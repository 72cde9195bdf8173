import type { CheckedRow } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { normaliseAddress } from '../../../core/address.ts'
import type { Problem } from '../../../core/failure.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import type { Executor } from '../../database/dialect.ts'
import { inSlices } from '../../database/slices.ts'
import type { Handler } from '../../handler.ts'
import { findList } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { findErasedKeys } from './erased.ts'
import { suppressGroup } from './suppress-group.ts'
import {
  newSubscriptions,
  type SuppressionType,
  selectAnySuppressions,
  suppressMany,
  wholeAccount,
} from './suppressions-store.ts'

interface AddedRow {
  key: string
  email: string
  type: SuppressionType
  reason: string
  /** A list, or one of the numbers of the store. */
  listId: number
}

/** The reason of a suppression for which the operator gives none. */
const defaultReason = 'operator'

/** Suppresses addresses by the operator's decision, or as another tool had them. */
export const add =
  ({ db, secrets, clock }: Service): Handler<typeof contract.suppressions.add> =>
  async ({ list_id, suppressions }, { account, language, transact }) => {
    const now = clock.now()
    const listRef = { accountId: account.id, listId: list_id ?? wholeAccount }
    if (list_id !== undefined) await findList(db, listRef)
    const rows = readRows(suppressions, listRef.listId)
    const errors = suppressions.flatMap((row, index) => {
      const problem = 'problems' in row ? row.problems[0] : undefined
      if (!problem || !('given' in row)) return []
      return [showError(index, emailIn(row.given), problem)]
    })
    return transact(async (tx) => {
      let [added, contacts] = [0, 0]
      await inSlices(rows, async (slice) => {
        const open = await withoutErased(tx, slice)
        added += await countNew(tx, open)
        for (const group of groupAlike(open)) contacts += await suppressRows(tx, group)
      })
      const valid = suppressions.length - errors.length
      return { added, unchanged: valid - added, contacts, errors }
    })

    /** An erased person is suppressed already, and their address is not stored again. */
    async function withoutErased(tx: Executor, some: readonly AddedRow[]): Promise<AddedRow[]> {
      const keys = some.map(({ key }) => key)
      const erased = await findErasedKeys(tx, listRef, keys, secrets.hash)
      return some.filter(({ key }) => !erased.has(key))
    }

    async function countNew(tx: Executor, some: readonly AddedRow[]): Promise<number> {
      const stored = some.map(({ key }) => ({ key, stored: key }))
      const known = await selectAnySuppressions(tx, account.id, stored)
      const places = new Set(known.map((each) => placeOf({ key: each.key, listId: each.list_id })))
      return some.filter((row) => !places.has(placeOf(row))).length
    }

    /** Suppresses addresses alike. Returns how many contacts get no mail any more. */
    async function suppressRows(tx: Executor, group: readonly AddedRow[]): Promise<number> {
      const [first] = group
      if (!first) return 0
      const { type, reason, listId } = first
      const kept = { accountId: account.id, type, reason, now }
      if (listId === newSubscriptions) {
        await suppressMany(tx, { ...kept, listId, campaignId: null }, group)
        return 0
      }
      return suppressGroup(tx, { ...kept, listId }, group)
    }

    function showError(index: number, email: string, { code, field, values }: Problem) {
      return { index, email, code, field, message: fill(messages[language].problems[code], values) }
    }
  }

type Submitted = CheckedRow<{
  email: string
  type: SuppressionType
  reason?: string | undefined
  scope?: 'account' | 'new_subscriptions' | undefined
}>

/** Returns the valid rows in order of the address. Of several with the same place, the last counts. */
function readRows(submitted: readonly Submitted[], listId: number): AddedRow[] {
  const rows = new Map<string, AddedRow>()
  for (const each of submitted) {
    if (!('row' in each)) continue
    const { type, reason, scope } = each.row
    const address = normaliseAddress(each.row.email)
    if (!address) continue
    const isOfAccount = type === 'bounce' || type === 'complaint'
    const place =
      listId === wholeAccount && scope === 'new_subscriptions' ? newSubscriptions : listId
    const row = {
      key: address.key,
      email: address.email,
      type,
      reason: reason || defaultReason,
      listId: isOfAccount && place !== newSubscriptions ? wholeAccount : place,
    }
    rows.set(placeOf(row), row)
  }
  return [...rows.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

const placeOf = ({ key, listId }: Pick<AddedRow, 'key' | 'listId'>): string => `${listId} ${key}`

/** Groups rows that differ only in their address. */
function groupAlike(rows: readonly AddedRow[]): AddedRow[][] {
  const groups = new Map<string, AddedRow[]>()
  for (const row of rows) {
    const name = JSON.stringify([row.type, row.reason, row.listId])
    const group = groups.get(name)
    if (group) group.push(row)
    else groups.set(name, [row])
  }
  return [...groups.values()]
}

const emailIn = (given: unknown): string => {
  const email = typeof given === 'object' && given !== null && 'email' in given ? given.email : ''
  return typeof email === 'string' ? email : ''
}
