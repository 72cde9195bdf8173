import { sql } from 'kysely'
import type { Problem } from '../../core/failure.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'
import type { JobRun } from './job.ts'

export interface JobProblem extends Problem {
  /**
   * Found while reading the file, so described by the messages for files, with column and value.
   */
  isOfFile?: true
}

/** A rejected row as it was in its source. */
export interface JobReject {
  line: number
  cells: readonly string[]
  problem: JobProblem
}

/** The job that rejects rows. */
type JobOf = Pick<JobRun, 'id' | 'accountId'>

/** Returns the size of all rejected rows of the job, in characters. */
export async function insertRejects(
  tx: Executor,
  { id, accountId }: JobOf,
  rejects: readonly JobReject[],
): Promise<number> {
  if (rejects.length === 0) return 0
  const rows = rejects.map(({ line, cells, problem }) => ({
    line,
    cells: JSON.stringify(cells),
    problem: JSON.stringify(problem),
  }))
  const source = dialectOf(tx).records(rows, { line: 'int', cells: 'text', problem: 'text' })
  await sql`
    insert into job_rejects (account_id, job_id, line, cells, problem)
    select ${accountId}, ${id}, line, cells, problem from ${source} as r
  `.execute(tx)
  const bytes = rows.reduce((sum, { cells, problem }) => sum + cells.length + problem.length, 0)
  const { reject_bytes } = await tx
    .updateTable('jobs')
    .set((job) => ({ reject_bytes: job('reject_bytes', '+', bytes) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('reject_bytes')
    .executeTakeFirstOrThrow()
  return reject_bytes
}

/** A rejected row as it is stored. Parsing it is left to its reader, who may have many. */
interface StoredReject {
  line: number
  /** JSON. */
  cells: string
  /** JSON. */
  problem: string
}

export const readReject = ({ line, cells, problem }: StoredReject): JobReject => ({
  line,
  cells: JSON.parse(cells),
  problem: JSON.parse(problem),
})

/** Returns rejected rows after a line, in source order. */
export async function selectRejects(
  db: Executor,
  { id, accountId }: JobOf,
  { after, limit }: { after: number; limit: number },
): Promise<StoredReject[]> {
  return db
    .selectFrom('job_rejects')
    .select(['line', 'cells', 'problem'])
    .where('account_id', '=', accountId)
    .where('job_id', '=', id)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()
}
