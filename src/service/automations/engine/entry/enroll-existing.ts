import type { Service } from '../../../service.ts'
import type { Flow } from '../../definition.ts'
import {
  type RunningAutomation,
  selectExistingContacts,
  setExistingAfter,
} from '../running-store.ts'
import { enrollContacts } from './enroll.ts'

const sliceSize = 500

/**
 * Enrolls a slice of the contacts that were on the list before the activation. Returns false once
 * all are in.
 */
export async function enrollExisting(
  { db, clock }: Service,
  { id, accountId, version, existingAfter, existingSince }: RunningAutomation,
  flow: Flow,
): Promise<boolean> {
  if (existingAfter === null) return false
  const { trigger } = flow
  const listId = trigger.type === 'list_joined' ? Number(trigger.list_id) : 0
  const members = await selectExistingContacts(
    db,
    { automationId: id, accountId, listId, after: existingAfter, since: existingSince },
    sliceSize,
  )
  await db.transaction().execute(async (tx) => {
    const enrollments = members.map((contactId) => ({ contactId, key: `list:${contactId}` }))
    const target = { automationId: id, accountId, version, flow }
    await enrollContacts(tx, target, enrollments, clock.now())
    await setExistingAfter(tx, id, members.at(-1) ?? null)
  })
  return members.length > 0
}
