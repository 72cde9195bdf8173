import { type WriteMode, writeModes } from '../../contract/shapes/contact.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type Override, parseOverride } from '../../tabular/mapping.ts'
import { parseMaxRejects } from './reject-limit.ts'

/** How an import is asked for, as its flags say. */
export interface ImportSettings {
  target: { list: string } | { create: string }
  overrides: readonly Override[]
  delimiter?: string | undefined
  encoding?: string | undefined
  sheet?: string | undefined
  mode: WriteMode
  /** The file to make; otherwise beside the source. */
  rejects?: string | undefined
  /** As `parseMaxRejects` reads it. */
  maxRejects?: string | undefined
  batchSize: number
  concurrency: number
}

export interface ImportFlags {
  readonly list?: string
  readonly create?: string
  readonly map?: readonly string[]
  readonly delimiter?: string
  readonly encoding?: string
  readonly sheet?: string
  readonly mode?: string
  readonly rejects?: string
  readonly 'max-rejects'?: string
  readonly 'batch-size'?: number
  readonly concurrency?: number
}

/** Beyond this a batch is not quicker, and its loss costs more. */
const usualBatch = 1000
const largestBatch = 5000

/** One at the server while one is on its way: more is no quicker, and lets others wait there. */
const usualConcurrency = 2
const mostConcurrency = 16

export function readSettings(flags: ImportFlags): ImportSettings {
  const { delimiter, encoding, sheet, rejects } = flags
  const { maxRejects, concurrency } = readResumeSettings(flags)
  const batchSize = flags['batch-size'] ?? usualBatch
  refuse(rangeProblems('--batch-size', batchSize, largestBatch))
  return {
    target: readTarget(flags),
    overrides: (flags.map ?? []).map(parseOverride),
    delimiter,
    encoding,
    sheet,
    mode: writeModes.find((mode) => mode === flags.mode) ?? 'upsert',
    rejects,
    maxRejects,
    batchSize,
    concurrency,
  }
}

/** What may be another when an import is taken up again. */
export function readResumeSettings(flags: Pick<ImportFlags, 'max-rejects' | 'concurrency'>) {
  const { 'max-rejects': maxRejects, concurrency = usualConcurrency } = flags
  const isReadable = maxRejects === undefined || parseMaxRejects(maxRejects) !== undefined
  refuse([
    ...rangeProblems('--concurrency', concurrency, mostConcurrency),
    ...(isReadable ? [] : [{ field: '--max-rejects', code: 'bad_number' } as const]),
  ])
  return { maxRejects, concurrency }
}

function rangeProblems(field: string, value: number, most: number): Problem[] {
  if (value < 1) return [{ field, code: 'too_small', values: { limit: 1 } }]
  return value > most ? [{ field, code: 'too_large', values: { limit: most } }] : []
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Failure('usage', { problems })
}

function readTarget({ list, create }: ImportFlags): ImportSettings['target'] {
  if (list !== undefined && create === undefined) return { list }
  if (create !== undefined && list === undefined) return { create }
  throw list === undefined
    ? new Failure('missing_input', { values: { flags: '--list | --create' } })
    : new Failure('usage', { values: { reason: 'two_lists' } })
}
