import type { Endpoint } from '../contract/endpoint.ts'
import { failuresOf } from '../contract/failures.ts'
import type { FailureCode } from '../core/failure.ts'
import type { AnyCommand } from './command.ts'
import type { Flag } from './flag.ts'

/** Every code that a verb can end with: what is wrong with the words, the way to the server, its answer. */
export function verbFailures(command: AnyCommand, flags: readonly Flag[]): FailureCode[] {
  const { endpoint, failures = [] } = command
  const codes: FailureCode[] = [
    'usage',
    'unknown_flag',
    ...ofWords(command, flags),
    ...(command.plan ? (['confirmation_needed', 'confirm_mismatch', 'declined'] as const) : []),
    ...(endpoint ? ofTheWay(endpoint, command) : []),
    ...failures,
  ]
  return [...new Set(codes)].sort()
}

function ofWords({ positionals = [] }: AnyCommand, flags: readonly Flag[]): FailureCode[] {
  const needsWord = positionals.some((name: string) => !name.endsWith('?'))
  const reads = ['FILE', 'KEY=VALUE'].some((sign) =>
    flags.some((flag) => flag.placeholder === sign),
  )
  return [
    ...(needsWord ? (['missing_word'] as const) : []),
    ...(flags.some(({ required }) => required) ? (['missing_input'] as const) : []),
    ...(flags.some(({ choices }) => choices) ? (['not_a_choice'] as const) : []),
    ...(reads ? (['file_unreadable'] as const) : []),
  ]
}

function ofTheWay(endpoint: Endpoint, { isPublic = false }: AnyCommand): FailureCode[] {
  const needsLogin = endpoint.access !== 'public' && !isPublic
  const acts = endpoint.effect === 'create' || endpoint.effect === 'send'
  return [
    ...(needsLogin ? (['not_logged_in'] as const) : []),
    ...(['network', 'timed_out', 'not_offered'] as const),
    ...(acts ? (['outcome_unknown'] as const) : []),
    ...failuresOf(endpoint),
  ]
}
