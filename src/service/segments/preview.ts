import type { contract } from '../../contract/index.ts'
import type { ConditionScope } from '../conditions/check.ts'
import { viewAcrossLists } from '../contacts/view.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { countContacts, selectSample } from './contacts-store.ts'
import { readList } from './input.ts'
import { compiledSegment, scopeOf } from './segment-filter.ts'
import { requireSegment } from './store.ts'

export const preview =
  ({ reader, clock }: Service): Handler<typeof contract.segments.preview> =>
  async ({ id, limit }, { account }) => {
    const segment = await requireSegment(reader, { accountId: account.id, segmentId: id })
    const compiled = await compiledSegment(reader, segment, clock.now())
    return previewOf(reader, scopeOf(segment), compiled, limit)
  }

export const previewUnsaved =
  ({ reader, clock }: Service): Handler<typeof contract.segments.previewUnsaved> =>
  async ({ conditions, list_id, limit }, { account }) => {
    const draft = {
      account_id: account.id,
      list_id: await readList(reader, account.id, list_id),
      conditions: JSON.stringify(conditions),
    }
    const compiled = await compiledSegment(reader, draft, clock.now())
    return previewOf(reader, scopeOf(draft), compiled, limit)
  }

async function previewOf(
  reader: Executor,
  scope: ConditionScope,
  compiled: Awaited<ReturnType<typeof compiledSegment>>,
  limit: number,
) {
  const { total, sendable, first } = await countContacts(reader, scope, compiled.forAll)
  if (first === null) return { total, sendable, sample: [] }
  const sample = await selectSample(reader, scope, compiled, { total, first, limit })
  const show = await viewAcrossLists(reader, scope.accountId, sample)
  return { total, sendable, sample: sample.map(show) }
}
