import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'

/** The global flags that only some verbs use. Their help shows them in groups. */
const table = {
  safety: ['yes', 'confirm', 'dry-run', 'idempotency-key', 'again', 'settle'],
  output: ['output', 'json', 'fields', 'jq', 'wide', 'limit', 'all', 'cursor'],
} as const

type FlagGroup = keyof typeof table

export const flagGroups = Object.keys(table) as FlagGroup[] // the keys of `table`

const isIn = (group: FlagGroup, name: string): boolean =>
  (table[group] as readonly string[]).includes(name)

/** Returns the global flags of a group that do something for this verb. */
export const groupFlags = (group: FlagGroup, { globalFlags: used, flags }: Verb) =>
  globalFlags
    .filter(({ name }) => isIn(group, name) && used.includes(name))
    .filter(({ name }) => !flags.some((own) => own.name === name))

/** The global flags of every verb. */
export const commonFlags = globalFlags.filter(
  ({ name }) => !flagGroups.some((group) => isIn(group, name)),
)
