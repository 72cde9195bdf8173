import type { Service } from '../../service.ts'
import type { Flow } from '../definition.ts'
import { enrol } from './enrol.ts'
import { type Running, selectMembers, setExistingAfter } from './running-store.ts'

const sliceSize = 500

/** Lets those in who were on the list before it was activated, some at a time. False once all are in. */
export async function enterExisting(
  { db, clock }: Service,
  { id, accountId, version, existingAfter }: Running,
  flow: Flow,
): Promise<boolean> {
  if (existingAfter === null) return false
  const { trigger } = flow
  const listId = trigger.type === 'list_joined' ? Number(trigger.list_id) : 0
  const place = { accountId, listId, after: existingAfter }
  const members = await selectMembers(db, place, sliceSize)
  await db.transaction().execute(async (tx) => {
    const entries = members.map((contactId) => ({ contactId, key: `list:${contactId}` }))
    const entrance = { automationId: id, accountId, version, flow }
    await enrol(tx, entrance, entries, clock.now())
    await setExistingAfter(tx, id, members.at(-1) ?? null)
  })
  return members.length > 0
}
