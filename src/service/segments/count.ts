import type { contract } from '../../contract/index.ts'
import { checkConditions } from '../conditions/check.ts'
import { compileTest } from '../conditions/compile-store.ts'
import { rulesOf } from '../conditions/tree.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts, countEach, isOnList } from './contacts-store.ts'
import { requireSegment } from './store.ts'

/** The whole, and each rule for itself: what it would be alone. */
export const count =
  ({ reader, clock }: Service): Handler<typeof contract.segments.count> =>
  async ({ id }, { account }) => {
    const { list_id: listId, conditions } = await requireSegment(reader, {
      accountId: account.id,
      segmentId: id,
    })
    const ground = { accountId: account.id, listId }
    const test = await checkConditions(reader, ground, JSON.parse(conditions))
    const asking = { db: reader, now: clock.now() }
    const rules = rulesOf(test)
    const whole = isOnList(listId, compileTest(asking, test))
    const { total, sendable } = await countContacts(reader, ground, whole)
    const totals = await countEach(
      reader,
      ground,
      rules.map((rule) => compileTest(asking, rule)),
    )
    return {
      total,
      sendable,
      per_rule: rules.map(({ pointer }, index) => ({ pointer, total: totals[index] ?? 0 })),
    }
  }
