import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import { truncate } from '../../core/storable-text.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { insertSegment, isNameTaken, requireSegment } from './store.ts'

/** Copies that get a name automatically. After that the user has to choose one. */
const maxCopies = 1000

export const duplicate =
  ({ clock }: Service): Handler<typeof contract.segments.duplicate> =>
  ({ id, name }, { account, transact }) =>
    transact(async (tx) => {
      const now = clock.now()
      const { id: _, ...segment } = await requireSegment(tx, {
        accountId: account.id,
        segmentId: id,
      })
      const copy = {
        ...segment,
        name: name ?? (await freeName(tx, account.id, segment.name)),
        version: 1,
        created_at: now,
        updated_at: now,
      }
      return { ok: true, id: await insertSegment(tx, copy) }
    })

/** Returns a free name for a copy: `Active` → `Active (2)`, or the next free number. */
async function freeName(tx: Executor, accountId: number, name: string): Promise<string> {
  for (let number = 2; number <= maxCopies; number++) {
    const ending = ` (${number})`
    const copy = truncate(name, 255 - ending.length) + ending
    if (!(await isNameTaken(tx, accountId, copy))) return copy
  }
  throw new Failure('already_exists')
}
