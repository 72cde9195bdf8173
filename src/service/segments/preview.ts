import type { contract } from '../../contract/index.ts'
import type { Ground } from '../conditions/check.ts'
import type { Condition } from '../database/condition.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts, sampleOf } from './contacts-store.ts'
import { readList } from './input.ts'
import { conditionOf, groundOf } from './segment-filter.ts'
import { requireSegment } from './store.ts'
import { viewOfMany } from './view-contacts.ts'

export const preview =
  ({ reader, clock }: Service): Handler<typeof contract.segments.preview> =>
  async ({ id, limit }, { account }) => {
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const condition = await conditionOf(reader, segment, clock.now())
    return previewOf(reader, groundOf(segment), condition, limit)
  }

export const previewUnsaved =
  ({ reader, clock }: Service): Handler<typeof contract.segments.previewUnsaved> =>
  async ({ conditions, list_id, limit }, { account }) => {
    const draft = {
      account_id: account.id,
      list_id: await readList(reader, account.id, list_id),
      conditions: JSON.stringify(conditions),
    }
    const condition = await conditionOf(reader, draft, clock.now())
    return previewOf(reader, groundOf(draft), condition, limit)
  }

async function previewOf(reader: Executor, ground: Ground, condition: Condition, limit: number) {
  const { total, sendable, first } = await countContacts(reader, ground, condition)
  if (first === null) return { total, sendable, sample: [] }
  const sample = await sampleOf(reader, ground, condition, { total, first, limit })
  const show = await viewOfMany(reader, ground.accountId, sample)
  return { total, sendable, sample: sample.map(show) }
}
