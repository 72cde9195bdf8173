import type { PagingOptions } from '../../client/paging.ts'
import type { RunFlags } from '../syntax/global-flags.ts'

/** The limit of a list by default: about what fits a screen. */
const defaultLimit = 50

/** Returns what `--limit`, `--all` and `--cursor` ask for. */
export const pagingOf = ({ limit = defaultLimit, all, cursor }: RunFlags): PagingOptions => ({
  limit,
  all,
  cursor,
})
