import { type WriteMode, writeModes } from '../../contract/shapes/contact.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import { type Override, parseOverride } from '../../tabular/mapping.ts'
import { parseMaxRejects } from './reject-limit.ts'

/** A list by number or name, or the name of a list to create. */
export type ListTarget = { list: string } | { create: string }

/** The settings of an import, from its flags. */
export interface ImportSettings {
  /** The list as it was typed; undefined if it is to be asked for. */
  target: ListTarget | undefined
  /** Whether columns without a field become fields of the list. */
  createsFields: boolean
  /** Every contact gets these tags. */
  tags: readonly string[]
  overrides: readonly Override[]
  delimiter?: string | undefined
  encoding?: string | undefined
  sheet?: string | undefined
  mode: WriteMode
  /** The path of the rejects file; next to the source by default. */
  rejects?: string | undefined
  /** As `parseMaxRejects` reads it. */
  maxRejects?: string | undefined
  batchSize: number
  concurrency: number
}

interface ImportFlags {
  readonly list?: string
  readonly create?: string
  readonly 'create-fields'?: boolean
  readonly tag?: readonly string[]
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

/** A larger batch is not faster and costs more when it is lost. */
const defaultBatchSize = 1000
const maxBatchSize = 5000

/** One batch at the server and one in transit. More is not faster and makes other clients wait. */
const defaultConcurrency = 2
const maxConcurrency = 16

export function readSettings(flags: ImportFlags): ImportSettings {
  const { delimiter, encoding, sheet, rejects } = flags
  const { maxRejects, concurrency } = readResumeSettings(flags)
  const batchSize = flags['batch-size'] ?? defaultBatchSize
  const tags = [...new Set((flags.tag ?? []).map((tag) => tag.trim()))]
  refuse([...rangeProblems('--batch-size', batchSize, maxBatchSize), ...tagProblems(tags)])
  return {
    target: readTarget(flags),
    createsFields: flags['create-fields'] === true,
    tags,
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

/** The settings that may change when an import is resumed. */
export function readResumeSettings(flags: Pick<ImportFlags, 'max-rejects' | 'concurrency'>) {
  const { 'max-rejects': maxRejects, concurrency = defaultConcurrency } = flags
  const isReadable = maxRejects === undefined || parseMaxRejects(maxRejects) !== undefined
  refuse([
    ...rangeProblems('--concurrency', concurrency, maxConcurrency),
    ...(isReadable ? [] : [{ field: '--max-rejects', code: 'bad_number' } as const]),
  ])
  return { maxRejects, concurrency }
}

/** As the API limits them, so that nothing is sent with a wrong one. */
const maxTags = 100
const maxTagLength = 100

function tagProblems(tags: readonly string[]): Problem[] {
  const field = '--tag'
  if (tags.includes('')) return [{ field, code: 'required' }]
  const isLong = tags.some((tag) => tag.length > maxTagLength)
  if (isLong) return [{ field, code: 'too_long', values: { limit: maxTagLength } }]
  return tags.length > maxTags ? [{ field, code: 'too_many', values: { limit: maxTags } }] : []
}

function rangeProblems(field: string, value: number, max: number): Problem[] {
  if (value < 1) return [{ field, code: 'too_small', values: { limit: 1 } }]
  return value > max ? [{ field, code: 'too_large', values: { limit: max } }] : []
}

function refuse(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Failure('usage', { problems })
}

function readTarget({ list, create }: ImportFlags): ListTarget | undefined {
  if (list !== undefined && create !== undefined) {
    throw new Failure('usage', { values: { reason: 'two_lists' } })
  }
  if (list !== undefined) return { list }
  return create === undefined ? undefined : { create }
}
