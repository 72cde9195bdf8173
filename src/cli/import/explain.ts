import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'

/** A `usage` failure of the tabular engine names its reason by a key: here that becomes a sentence. */
export function explainUsage(error: unknown, { tableUsage }: Messages): unknown {
  if (!(error instanceof Failure) || error.code !== 'usage') return error
  const { values = {} } = error.details
  const sentence = (tableUsage as Record<string, string>)[String(values.reason)]
  if (sentence === undefined) return error
  return new Failure('usage', { values: { ...values, why: fill(sentence, values) } })
}
