import type { CleanCheck } from '../../contract/shapes/list-jobs.ts'
import { unsubscribeMany } from '../contacts/consent/unsubscribe.ts'
import { deleteContacts } from '../contacts/erasure/delete-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { JobRun, JobWork } from '../jobs/job.ts'
import { insertRejects } from '../jobs/rejects-store.ts'
import type { Progress } from '../jobs/store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type CheckResult, prepareCheck, problemOf } from './checks.ts'
import type { CleanTask } from './clean.ts'
import {
  type CheckedContact,
  countContactsToCheck,
  selectContactsById,
  selectContactsToCheck,
} from './contacts-store.ts'
import { createMailHosts } from './mail-hosts.ts'

/**
 * Contacts per slice. Even if no name server answers, their domains are checked in half of a job's
 * lease.
 */
const sliceSize = 500

/** The recorded reason for an unsubscribe by cleaning. */
const reason = 'cleaned'

/** Runs a cleaning job: reports, unsubscribes or deletes the contacts that a check finds. */
export function cleanWork(service: Service): JobWork {
  const { reader, clock } = service
  const mailHosts = createMailHosts(service)
  return async (run) => {
    const { accountId, listId, signal } = run
    const listRef = { accountId, listId }
    const task = run.params as CleanTask // as `clean` wrote it
    const { until } = task
    const context = { reader, mailHosts, listRef, task, signal }
    const names = [...new Set(task.checks)]
    const checks = await Promise.all(
      names.map(async (name) => ({ name, check: await prepareCheck[name](context) })),
    )
    const total = run.progress.total ?? (await countContactsToCheck(reader, listRef, until))
    await run.step(async (tx) => {
      await findList(tx, listRef)
      return { total }
    })
    for (;;) {
      if (signal.aborted) return 'later'
      const after = run.progress.cursor
      const slice = await selectContactsToCheck(reader, listRef, { after, until, limit: sliceSize })
      const last = slice.at(-1)
      if (!last) return 'done'
      const findings: Finding[] = []
      for (const { name, check } of checks) {
        const verdict = await check(slice)
        if (!verdict) return 'later'
        findings.push({ name, ...verdict })
      }
      await run.step(async (tx) => ({
        cursor: last.id,
        ...(await recordFindings(tx, run, { task, slice, findings, now: clock.now() })),
      }))
      service.wake()
    }
  }
}

type Finding = CheckResult & { name: CleanCheck }

interface CheckedSlice {
  task: CleanTask
  slice: readonly CheckedContact[]
  findings: readonly Finding[]
  now: number
}

/**
 * Records the findings of a slice, and applies the action to contacts that did not change
 * meanwhile.
 */
async function recordFindings(
  tx: Executor,
  { id, accountId, listId, progress }: JobRun,
  { task, slice, findings, now }: CheckedSlice,
): Promise<Partial<Progress>> {
  const listRef = { accountId, listId }
  const suspects = slice.filter((contact) => findings.some(({ found }) => found.has(contact.id)))
  const keptContacts = suspects.flatMap((contact) =>
    findings.flatMap(({ keptContacts }) => keptContacts?.get(contact.id) ?? []),
  )
  const ids = [...suspects.map((contact) => contact.id), ...keptContacts]
  const current = new Map(
    (await selectContactsById(tx, listRef, ids)).map((contact) => [contact.id, contact]),
  )
  const found = { ...progress.found }
  const caught: { contact: CheckedContact; check: CleanCheck }[] = []
  for (const contact of suspects) {
    if (!isSame(contact, current.get(contact.id))) continue
    const reasons = findings.filter((finding) => isConfirmed(finding, contact, current))
    for (const { name } of reasons) add(found, name, 1)
    const [first] = reasons
    if (first) caught.push({ contact, check: first.name })
  }
  for (const { name, unknown = 0 } of findings) add(found, `${name}_unknown`, unknown)
  await insertRejects(
    tx,
    { id, accountId },
    caught.map(({ contact, check }) => ({
      line: contact.id,
      cells: [contact.email, contact.nombre],
      problem: { field: 'email', code: problemOf[check] },
    })),
  )
  const acted = await act(
    tx,
    listRef,
    task.action,
    caught.map(({ contact }) => contact.id),
    now,
  )
  return {
    found,
    processed: progress.processed + slice.length,
    updated: progress.updated + acted,
    failed: progress.failed + caught.length,
    skipped: progress.skipped + suspects.length - caught.length,
  }
}

function add(found: Record<string, number>, name: string, count: number): void {
  if (count > 0) found[name] = (found[name] ?? 0) + count
}

/**
 * Whether a finding is still valid. A duplicate is one only as long as the contact to keep exists.
 */
const isConfirmed = (
  { found, keptContacts }: Finding,
  { id }: CheckedContact,
  current: ReadonlyMap<number, CheckedContact>,
): boolean => found.has(id) && (!keptContacts || current.has(keptContacts.get(id) ?? 0))

/** Whether nothing changed that the checks depend on. */
const isSame = (seen: CheckedContact, now: CheckedContact | undefined): boolean =>
  now !== undefined &&
  seen.email_key === now.email_key &&
  seen.status === now.status &&
  seen.last_open_at === now.last_open_at &&
  seen.last_click_at === now.last_click_at

async function act(
  tx: Executor,
  listRef: { accountId: number; listId: number },
  action: CleanTask['action'],
  ids: readonly number[],
  now: number,
): Promise<number> {
  if (ids.length === 0 || action === 'report') return 0
  if (action === 'unsubscribe') return unsubscribeMany(tx, listRef, ids, { reason, now })
  return deleteContacts(tx, listRef.accountId, ids)
}
