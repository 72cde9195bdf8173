import type { CommanderError } from 'commander'
import { Failure, type FailureCode } from '../core/failure.ts'

const codes: Record<string, FailureCode> = {
  'commander.unknownOption': 'unknown_flag',
  'commander.unknownCommand': 'unknown_verb',
  'commander.missingArgument': 'missing_word',
  'commander.optionMissingArgument': 'missing_value',
  'commander.excessArguments': 'too_many_words',
  'commander.invalidArgument': 'not_a_choice',
}

/** Commander's refusal as ours; undefined when it only means that help or the version was shown. */
export function usageFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined
  // A value that was typed into the same word may be a secret.
  const word = /'([^'=]*)/.exec(error.message)?.[1] ?? ''
  const suggestion = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1]
  const choices = /Allowed choices are ([^.]+)\./.exec(error.message)?.[1]
  return new Failure(codes[error.code] ?? 'usage', {
    values: { word, ...(suggestion && { suggestion }), ...(choices && { choices }) },
  })
}
