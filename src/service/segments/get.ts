import type { contract } from '../../contract/index.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { requireSegment } from './store.ts'
import { showSegment } from './view.ts'

export const get =
  ({ db }: Service): Handler<typeof contract.segments.get> =>
  async ({ id }, { account }) =>
    showSegment(await requireSegment(db, { accountId: account.id, segmentId: id }))
