import type { CommanderError } from 'commander'
import { Failure, type FailureCode } from '../../core/failure.ts'

const codes: Record<string, FailureCode> = {
  'commander.unknownOption': 'unknown_flag',
  'commander.unknownCommand': 'unknown_verb',
  'commander.missingArgument': 'missing_word',
  'commander.optionMissingArgument': 'missing_value',
  'commander.excessArguments': 'too_many_words',
  'commander.invalidArgument': 'not_a_choice',
}

/** Converts an error of commander; undefined when it means that help or the version was shown. */
export function usageFailure(error: CommanderError): Failure | undefined {
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined
  // Without the value: in `--flag=value` it may be a secret.
  const word = /'([^'=]*)/.exec(error.message)?.[1] ?? ''
  const suggestion = /Did you mean (?:one of )?([^?]+)\?/.exec(error.message)?.[1]
  const choices = /Allowed choices are ([^.]+)\./.exec(error.message)?.[1]
  const code = codes[error.code] ?? 'usage'
  // commander shows an option as `-o, --output <format>`; its long name is enough.
  const flag = /--[\w-]+/.exec(word)?.[0]
  const subject =
    flag && code === 'not_a_choice'
      ? { flag }
      : { word: flag && code === 'missing_value' ? flag : word }
  return new Failure(code, {
    values: { ...subject, ...(suggestion && { suggestion }), ...(choices && { choices }) },
  })
}
