import type { Client } from '../../client/client.ts'
import { Failure, type Values } from '../../core/failure.ts'
import type { Table } from '../../tabular/table.ts'
import type { Context } from '../context.ts'
import { bool, number, text } from '../view.ts'
import type { ImportJob, Journal } from './journal.ts'
import {
  type Breach,
  createRejectLimit,
  parseMaxRejects,
  type RejectLimit,
} from './reject-limit.ts'
import { describeWith, type RejectsFile } from './rejects-file.ts'
import { runImport } from './run-import.ts'
import { keepHeapSmall } from './small-heap.ts'
import { createTally, type ImportResult, resultOf, type Tally } from './tally.ts'

export interface Undertaking {
  context: Context
  job: ImportJob
  table: Table
  rejects: RejectsFile
  /** Undefined in a dry run. */
  client: Client | undefined
  /** Undefined in a dry run, and for what cannot be read again. */
  journal: Journal | undefined
  concurrency: number
  /** Of the file, when it is known. */
  bytes: number | undefined
}

/** Carries an import out and shows its result; throws done_in_part after that, or why it stopped before. */
export async function carryOut(undertaking: Undertaking): Promise<void> {
  const { context, job, table, rejects, client, journal } = undertaking
  const { clock } = context.host
  const { imports } = context.words
  const tally = createTally()
  const max = job.maxRejects === undefined ? undefined : parseMaxRejects(job.maxRejects)
  const limit = createRejectLimit(max)
  const progress = await context.output.startProgress(client ? imports.importing : imports.checking)
  const start = clock.now()
  keepHeapSmall()
  try {
    await runImport({
      ...undertaking,
      limit,
      tally,
      progress,
      stopped: context.host.stopped,
      tooMany: (breach) => tooMany(undertaking, { breach, limit, tally }),
    })
  } catch (error) {
    throw await stopped(undertaking, tally, error)
  } finally {
    progress.clear()
    await journal?.close()
  }
  const ms = clock.now() - start
  const rejectsFile = await rejects.deliver()
  const listId = job.listId === '' ? null : job.listId
  const result = resultOf(tally, { listId, rejectsFile, ms, isDryRun: client === undefined })
  await journal?.remove()
  const { strayBytes } = table.format
  if (strayBytes > 0) {
    context.output.note(context.words.tabular.strayBytes(context.output.local.number(strayBytes)))
  }
  await context.output.show({ one: result, view })
  if (tally.rejected > 0 && !max) {
    throw new Failure('done_in_part', { values: { failed: tally.rejected, total: tally.rows } })
  }
}

function tooMany(
  { context: { words }, job }: Undertaking,
  { breach, limit, tally }: { breach: Breach; limit: RejectLimit; tally: Tally },
): Failure {
  const { imports } = words
  const most = limit.prevailing()
  return new Failure('too_many_rejects', {
    values: {
      rejected: tally.rejected,
      read: tally.rows,
      limit: breach === 'start' ? imports.halfOfStart : imports.overLimit(job.maxRejects ?? ''),
      ...(most && { line: most.line, reason: describeWith(words)(most), reason_code: most.code }),
    },
  })
}

/** What is told when it stops: how far it came, and how it goes on. */
async function stopped(
  { context, rejects, journal }: Undertaking,
  tally: Tally,
  error: unknown,
): Promise<unknown> {
  const { output, words } = context
  const { number: local } = output.local
  const isFinal = error instanceof Failure && error.code === 'too_many_rejects'
  const file = isFinal || !journal ? await rejects.deliver() : await rejects.abandon()
  if (file) output.note(words.imports.rejectsIn(file))
  output.note(words.imports.settled(local(tally.settled)))
  if (!(error instanceof Failure) || !journal || error.code === 'file_changed') return error
  const { values, ...details } = error.details
  const more: Values = { settled: tally.settled, resume: resumeCommand(journal.job.id) }
  return new Failure(error.code, { ...details, values: { ...values, ...more } }, { cause: error })
}

export const resumeCommand = (id: string): string => `remite lists imports resume ${id}`

const view = {
  fields: [
    bool('dry_run'),
    text('list_id'),
    ...['rows', 'created', 'updated', 'skipped', 'duplicates', 'rejected'].map(number),
    text('rejects_file'),
    number('seconds'),
    number('rate'),
  ],
  id: 'list_id',
} satisfies { fields: unknown; id: keyof ImportResult }
