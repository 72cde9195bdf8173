import type { Endpoint } from '../../contract/endpoint.ts'
import { failuresOf } from '../../contract/failures.ts'
import type { FailureCode } from '../../core/failure.ts'
import { type AnyCommand, nameOfPositional, referenceOfPositional } from '../command/command.ts'
import type { Flag } from '../syntax/flag.ts'

/**
 * Returns all failure codes of a verb: usage errors, connection errors and those of the endpoint.
 */
export function verbFailures(command: AnyCommand, flags: readonly Flag[]): FailureCode[] {
  const { endpoint, failures = [] } = command
  const codes: FailureCode[] = [
    'usage',
    'unknown_flag',
    ...inputFailures(command, flags),
    ...(command.plan ? (['confirmation_needed', 'confirm_mismatch', 'declined'] as const) : []),
    ...(endpoint ? requestFailures(endpoint, command) : []),
    ...failures,
  ]
  return [...new Set(codes)].sort()
}

function inputFailures(command: AnyCommand, flags: readonly Flag[]): FailureCode[] {
  const positionals: readonly string[] = command.positionals ?? []
  const refers =
    flags.some(({ reference }) => reference) ||
    positionals.some((name) => referenceOfPositional(command, nameOfPositional(name)))
  const needsWord = positionals.some((name: string) => !name.endsWith('?'))
  const reads = ['FILE', 'KEY=VALUE'].some((sign) =>
    flags.some((flag) => flag.placeholder === sign),
  )
  return [
    ...(refers ? (['not_found', 'ambiguous_name'] as const) : []),
    ...(needsWord ? (['missing_word'] as const) : []),
    ...(flags.some(({ required }) => required) ? (['missing_input'] as const) : []),
    ...(flags.some(({ choices }) => choices) ? (['not_a_choice'] as const) : []),
    ...(reads ? (['file_unreadable'] as const) : []),
  ]
}

function requestFailures(endpoint: Endpoint, { isPublic = false }: AnyCommand): FailureCode[] {
  const needsLogin = endpoint.access !== 'public' && !isPublic
  const acts = endpoint.effect === 'create' || endpoint.effect === 'send'
  return [
    ...(needsLogin ? (['not_logged_in'] as const) : []),
    ...(['network', 'timed_out', 'not_offered'] as const),
    ...(acts ? (['outcome_unknown'] as const) : []),
    ...failuresOf(endpoint),
  ]
}
