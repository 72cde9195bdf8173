import type { contract } from '../../contract/index.ts'
import type { Language } from '../../core/language.ts'
import { joinInTurns } from '../../core/yield.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { createRejectsCsv } from '../../tabular/rejects-csv.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { findList } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { type JobProblem, readReject, selectRejects } from './rejects-store.ts'
import { findJob, type Job } from './store.ts'

export const errors =
  ({ db, reader }: Pick<Service, 'db' | 'reader'>): Handler<typeof contract.jobs.errors> =>
  async ({ id, job: jobId }, { account, language }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(db, listRef)
    const job = await findJob(db, { ...listRef, jobId })
    return {
      name: `${job.kind}-${job.id}.rejects.csv`,
      type: 'text/csv',
      chunks: writeRejects(reader, account.id, job, language),
    }
  }

/** Few, because the row of a file may have a quarter of a megabyte. */
const rejectsAtOnce = 100

/** The columns for a job without a file. */
const contactColumns = ['email', 'nombre']

async function* writeRejects(
  reader: Executor,
  accountId: number,
  { id, params }: Job,
  language: Language,
): AsyncGenerator<string> {
  const { header = contactColumns, delimiter = ',' } = params
  const csv = createRejectsCsv(header, delimiter)
  const say = describeIn(language)
  yield csv.head()
  for (let after = 0; ; ) {
    const rejects = await selectRejects(reader, { id, accountId }, { after, limit: rejectsAtOnce })
    yield await joinInTurns(rejects, (stored) => {
      const { line, cells, problem } = readReject(stored)
      return csv.row(cells, { line, ...problem }, say(problem))
    })
    const last = rejects.at(-1)
    if (!last || rejects.length < rejectsAtOnce) return
    after = last.line
  }
}

const describeIn =
  (language: Language) =>
  ({ code, values, isOfFile }: JobProblem): string => {
    const { rejectReasons, problems } = messages[language]
    const ofFile = (rejectReasons as Record<string, string>)[code] // not every problem code has a message for files
    return fill((isOfFile ? ofFile : undefined) ?? problems[code], values)
  }
