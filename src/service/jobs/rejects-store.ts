import { sql } from 'kysely'
import type { Problem } from '../../core/failure.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

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

export async function insertRejects(
  tx: Executor,
  jobId: number,
  rejects: readonly JobReject[],
): Promise<void> {
  if (rejects.length === 0) return
  const rows = rejects.map(({ line, cells, problem }) => ({
    line,
    cells: JSON.stringify(cells),
    problem: JSON.stringify(problem),
  }))
  const source = dialectOf(tx).records(rows, { line: 'int', cells: 'text', problem: 'text' })
  await sql`
    insert into job_rejects (job_id, line, cells, problem)
    select ${jobId}, line, cells, problem from ${source} as r
  `.execute(tx)
}

/** Returns rejected rows after a line, in source order. */
export async function selectRejects(
  db: Executor,
  { jobId, after, limit }: { jobId: number; after: number; limit: number },
): Promise<JobReject[]> {
  const rows = await db
    .selectFrom('job_rejects')
    .select(['line', 'cells', 'problem'])
    .where('job_id', '=', jobId)
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute()
  return rows.map(({ line, cells, problem }) => ({
    line,
    cells: JSON.parse(cells),
    problem: JSON.parse(problem),
  }))
}
