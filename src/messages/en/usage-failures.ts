import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'

/** What can be wrong with the words and flags of a command. */
export const usageFailures = {
  usage: {
    title: 'Invalid command',
    sentence: 'A part of the command is missing or invalid.',
    hint: 'See `{help}` for what the command accepts.',
  },
  unknown_flag: {
    title: 'Unknown flag',
    sentence: 'Unknown flag: {word}[ (did you mean {suggestion}?)].',
    hint: 'See `{help}` for its flags.',
  },
  value_not_taken: {
    title: 'This flag takes no value',
    sentence: '{word} takes no value.',
    hint: 'Write it as {instead}.',
  },
  flag_before_verb: {
    title: 'Flag in the wrong place',
    sentence: '{word} is a flag of a command, and here it is before the command.',
    hint: 'Write it after the command: {command}',
  },
  unknown_verb: {
    title: 'Unknown command',
    sentence: 'Unknown command: {word}[ (did you mean {suggestion}?)].',
    hint: 'See `{help}` for all commands.',
  },
  unknown_profile: {
    title: 'Unknown profile',
    sentence: 'There is no profile “{profile}”[. Profiles: {known}].',
    hint: 'Create it with `remite auth login --profile {profile} --api-url URL`.',
  },
  missing_value: {
    title: 'Missing value',
    sentence:
      'Missing value for {word}[. Use one of: {choices}][. If {next} is the value, write {word}={next}].',
  },
  missing_input: {
    title: 'Missing input',
    sentence: 'This command requires {flags}.',
    hint: 'See `{help}` for what each option means.',
  },
  nothing_to_change: {
    title: 'Nothing to change',
    sentence: 'The command names nothing to change, so nothing was changed.',
    hint: 'Add what to change[: {flags}].',
  },
  nothing_to_choose: {
    title: 'Nothing to choose from',
    sentence:
      '[There is {none} in this account yet][There is {unfit} in one of these states: {states}].',
    hint: '[`{create}` creates one.][`{existing}` shows what exists.]',
  },
  missing_word: {
    title: 'Missing argument',
    sentence: 'Missing argument: <{word}>.',
    hint: '[Write `{usage}`. ]See `{help}`.',
  },
  not_a_choice: {
    title: 'Invalid value',
    sentence:
      'Invalid value[ for {flag}][: {word}][ (did you mean {suggestion}?)][. Use one of: {choices}].',
  },
  unknown_output_field: {
    title: 'Unknown field',
    sentence: 'The result has no field {fields}[ (did you mean {suggestion}?)].',
    hint: 'Choose from: {known}.',
  },
  no_dry_run: {
    title: 'No dry run',
    sentence: 'This command does not support --dry-run.',
    hint: 'Remove the flag.',
  },
  too_many_words: {
    title: 'Too many arguments',
    sentence: 'Unexpected argument: {word}.',
    hint: '[Write `{usage}`. ][To choose fields, add {fields}. ]Names that contain spaces need quotation marks.',
  },
} satisfies Partial<Record<FailureCode, FailureMessage>>
