import type { Effect } from '../contract/endpoint.ts'
import type { FailureCode } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import type { Flag } from './flag.ts'

type Said = Record<Language, string>

interface Positional {
  key: string
  required: boolean
  /** All words from here on. */
  isRest?: boolean
  help: Said
}

/** What help, completion and the parser know of a verb without loading it. */
export interface Verb {
  /** `lists fields create` */
  path: string
  aliases: readonly string[]
  summary: Said
  positionals: readonly Positional[]
  flags: readonly (Flag & { help: Said })[]
  examples: readonly string[]
  /** The fields of its result, by the names of the wire. */
  output: readonly string[]
  /** What it prints where that has no fields. */
  prints?: Said
  /** Every code that it can end with. */
  failures: readonly FailureCode[]
  /** Of the contract: `campaigns.send`. */
  endpoint?: string
  effect?: Effect
  /** Runs when its noun stands alone. */
  isDefault?: boolean
}
