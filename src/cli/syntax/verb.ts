import type { Effect } from '../../contract/endpoint.ts'
import type { FailureCode } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import type { Flag } from './flag.ts'
import type { ReferenceKind } from './reference-kinds.ts'

type Localized = Record<Language, string>

interface Positional {
  key: string
  required: boolean
  /** Takes all remaining arguments. */
  isRest?: boolean
  /** The values that it takes, where they are known in advance. */
  choices?: readonly string[]
  /** What it refers to, by number or by name. */
  reference?: ReferenceKind
  help: Localized
}

/** What help, completion and the parser know about a verb without loading it. */
export interface Verb {
  /** `lists fields create` */
  path: string
  aliases: readonly string[]
  summary: Localized
  positionals: readonly Positional[]
  flags: readonly (Flag & { help: Localized })[]
  /** The names of the global flags that do something for it, beyond those that every verb takes. */
  globalFlags: readonly string[]
  examples: readonly string[]
  /** The wire names of the fields of its result. */
  output: readonly string[]
  /** What it prints if the result has no fields. */
  prints?: Localized
  /** All failure codes of the verb. */
  failures: readonly FailureCode[]
  /** The id in the contract, such as `campaigns.send`. */
  endpoint?: string
  effect?: Effect
  /** Whether it runs when only its noun is typed. */
  isDefault?: boolean
}
