import { Failure } from '../../core/failure.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { isPostgresUrl } from '../../core/urls/postgres-url.ts'
import { processorCount } from '../host/child-processes.ts'
import { outOfRange } from './live-settings.ts'

/** More would need hundreds of connections to PostgreSQL. */
const maxProcesses = 64

interface ProcessFlags {
  processes?: string
  database?: string
  sandbox?: boolean
}

/** Reads how many processes serve. `auto` is one for each processor. */
export function readProcesses({ processes: text, database, sandbox }: ProcessFlags): number {
  if (text === undefined) return 1
  if (text !== 'auto' && !/^\d{1,9}$/.test(text)) throw wrong('bad_process_count')
  const count = text === 'auto' ? Math.min(processorCount(), maxProcesses) : Number(text)
  if (count < 1) throw outOfRange('processes', 'too_small', 1)
  if (count > maxProcesses) throw outOfRange('processes', 'too_large', maxProcesses)
  const isPostgres = database !== undefined && isPostgresUrl(database)
  if (!isPostgres && text !== '1') throw wrong('needs_postgres')
  if (sandbox && count > 1) throw wrong('not_together', { other: '--sandbox' })
  return count
}

const wrong = (code: ProblemCode, values: Record<string, string> = {}) =>
  new Failure('usage', { problems: [{ field: '--processes', code, values }] })
