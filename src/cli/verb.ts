import type { Effect } from '../contract/endpoint.ts'
import type { Language } from '../core/language.ts'
import type { Flag } from './flag.ts'

type Said = Record<Language, string>

/** What help, completion and the parser know of a verb without loading it. */
export interface Verb {
  /** `lists fields create` */
  path: string
  aliases: readonly string[]
  summary: Said
  positionals: readonly { key: string; required: boolean }[]
  flags: readonly (Flag & { help: Said })[]
  examples: readonly string[]
  /** Of the contract: `campaigns.send`. */
  endpoint?: string
  effect?: Effect
  /** Runs when its noun stands alone. */
  isDefault?: boolean
}
