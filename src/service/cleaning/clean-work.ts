import type { CleanCheck } from '../../contract/shapes/list-work.ts'
import { deleteContacts } from '../contacts/delete-store.ts'
import { unsubscribeMany } from '../contacts/leave-store.ts'
import type { Executor } from '../database/dialect.ts'
import type { JobRun, JobWork, Progress } from '../jobs/job.ts'
import { insertRejects } from '../jobs/rejects-store.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import {
  type Candidate,
  countCandidates,
  selectCandidates,
  selectCandidatesById,
} from './candidates-store.ts'
import { openCheck, problemOf, type Verdict } from './checks.ts'
import type { CleanTask } from './clean.ts'
import { createMailHosts } from './mail-hosts.ts'

/** So many unknown domains are asked within half of a job's lease, be every name server silent. */
const sliceSize = 500

/** Why somebody is off a list who did not leave it. */
const reason = 'cleaned'

/** Looks at the contacts of a list and tells, unsubscribes or deletes those that a check finds. */
export function cleanWork(service: Service): JobWork {
  const { reader, clock } = service
  const mailHosts = createMailHosts(service)
  return async (run) => {
    const { accountId, listId, signal } = run
    const place = { accountId, listId }
    const task = run.params as CleanTask // as `clean` wrote it
    const { until } = task
    const ground = { reader, mailHosts, place, task, signal }
    const names = [...new Set(task.checks)]
    const checks = await Promise.all(
      names.map(async (name) => ({ name, check: await openCheck[name](ground) })),
    )
    const total = run.progress.total ?? (await countCandidates(reader, place, until))
    await run.step(async (tx) => {
      await findList(tx, place)
      return { total }
    })
    for (;;) {
      if (signal.aborted) return 'later'
      const after = run.progress.cursor
      const slice = await selectCandidates(reader, place, { after, until, limit: sliceSize })
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
        ...(await settle(tx, run, { task, slice, findings, now: clock.now() })),
      }))
      service.wake()
    }
  }
}

type Finding = Verdict & { name: CleanCheck }

interface Looked {
  task: CleanTask
  slice: readonly Candidate[]
  findings: readonly Finding[]
  now: number
}

/** Writes down what was found, and acts on those of whom it is still so. */
async function settle(
  tx: Executor,
  { id, accountId, listId, progress }: JobRun,
  { task, slice, findings, now }: Looked,
): Promise<Partial<Progress>> {
  const place = { accountId, listId }
  const suspects = slice.filter((contact) => findings.some(({ found }) => found.has(contact.id)))
  const keepers = suspects.flatMap((contact) =>
    findings.flatMap(({ keepers }) => keepers?.get(contact.id) ?? []),
  )
  const ids = [...suspects.map((contact) => contact.id), ...keepers]
  const current = new Map(
    (await selectCandidatesById(tx, place, ids)).map((contact) => [contact.id, contact]),
  )
  const found = { ...progress.found }
  const caught: { contact: Candidate; check: CleanCheck }[] = []
  for (const contact of suspects) {
    if (!isSame(contact, current.get(contact.id))) continue
    const reasons = findings.filter((finding) => holds(finding, contact, current))
    for (const { name } of reasons) add(found, name, 1)
    const [first] = reasons
    if (first) caught.push({ contact, check: first.name })
  }
  for (const { name, unknown = 0 } of findings) add(found, `${name}_unknown`, unknown)
  await insertRejects(
    tx,
    id,
    caught.map(({ contact, check }) => ({
      line: contact.id,
      cells: [contact.email, contact.nombre],
      problem: { field: 'email', code: problemOf[check] },
    })),
  )
  const acted = await act(
    tx,
    place,
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

/** A duplicate is one while the contact that is kept instead is there. */
const holds = (
  { found, keepers }: Finding,
  { id }: Candidate,
  current: ReadonlyMap<number, Candidate>,
): boolean => found.has(id) && (!keepers || current.has(keepers.get(id) ?? 0))

/** Nothing happened meanwhile that a check would look at. */
const isSame = (seen: Candidate, now: Candidate | undefined): boolean =>
  now !== undefined &&
  seen.email_key === now.email_key &&
  seen.status === now.status &&
  seen.last_open_at === now.last_open_at &&
  seen.last_click_at === now.last_click_at

async function act(
  tx: Executor,
  place: { accountId: number; listId: number },
  action: CleanTask['action'],
  ids: readonly number[],
  now: number,
): Promise<number> {
  if (ids.length === 0 || action === 'report') return 0
  if (action === 'unsubscribe') return unsubscribeMany(tx, place, ids, { reason, now })
  return deleteContacts(tx, place.accountId, ids)
}
