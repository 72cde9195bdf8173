import type { contract } from '../../contract/index.ts'
import { checkConditions } from '../conditions/check.ts'
import { compileEachForAll, compileForAll } from '../conditions/compile-store.ts'
import { rulesOf } from '../conditions/tree.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts, countEach, isOnList } from './contacts-store.ts'
import { requireSegment } from './store.ts'

/** Counts the whole segment, and each rule on its own. */
export const count =
  ({ reader, clock }: Service): Handler<typeof contract.segments.count> =>
  async ({ id }, { account }) => {
    const { list_id: listId, conditions } = await requireSegment(reader, {
      accountId: account.id,
      segmentId: id,
    })
    const scope = { accountId: account.id, listId }
    const test = await checkConditions(reader, scope, JSON.parse(conditions))
    const context = { db: reader, now: clock.now() }
    const rules = rulesOf(test)
    const { joins, condition } = compileForAll(context, test)
    const whole = { joins, condition: isOnList(listId, condition) }
    const { total, sendable } = await countContacts(reader, scope, whole)
    const totals = await countEach(reader, scope, compileEachForAll(context, rules))
    return {
      total,
      sendable,
      per_rule: rules.map(({ pointer }, index) => ({ pointer, total: totals[index] ?? 0 })),
    }
  }
