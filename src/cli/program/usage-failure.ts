import type { CommanderError } from 'commander'
import { Failure } from '../../core/failure.ts'
import { tree } from '../generated/tree.ts'
import { flagNamed, isPath, nounOf, plainWords, verbAt, verbOf } from '../help/command-line.ts'
import { shellQuoted } from '../sending/rerun-command.ts'
import type { Verb } from '../syntax/verb.ts'
import { missingValue } from './commander-options.ts'
import { suggestCommands, suggestFlag } from './suggest.ts'

interface CommandLine {
  /** As it was typed. */
  typed: readonly string[]
  /** As the parser got it. */
  argv: readonly string[]
}

/** Converts an error of commander; undefined when it means that help or the version was shown. */
export function usageFailure(error: CommanderError, line: CommandLine): Failure | undefined {
  if (error.exitCode === 0 || error.code === 'commander.help') return undefined
  const words = plainWords(line.argv)
  const verb = verbOf(words)
  // Without the value: in `--flag=value` it may be a secret.
  const word = /'([^'=]*)/.exec(error.message)?.[1] ?? ''
  switch (error.code) {
    case 'commander.unknownOption':
      return unknownFlag(word, { verb, words })
    case 'commander.unknownCommand':
      return unknownVerb(words, line)
    case 'commander.excessArguments':
      return tooManyWords({ verb, words }, line.argv)
    case 'commander.optionMissingArgument': {
      // commander shows an option as `-o, --output <format>`.
      const name = /--[\w-]+/.exec(word)?.[0] ?? word
      const flag = flagNamed(name, verb)
      return flag ? missingValue(flag) : new Failure('missing_value', { values: { word: name } })
    }
    default:
      return new Failure('usage')
  }
}

interface Place {
  verb: Verb | undefined
  words: readonly string[]
}

/** A flag that the verb does not have, or that takes no value. */
function unknownFlag(word: string, { verb, words }: Place): Failure {
  const known = flagNamed(word, verb)
  if (known?.kind === 'switch') return valueNotTaken(word)
  const later = known ? verb : verbWithFlag(word, words)
  if (later) {
    const command = `remite ${later.path} ${word}`
    return new Failure('flag_before_verb', { values: { word, command } })
  }
  const suggestion = suggestFlag(word, verb)
  return new Failure('unknown_flag', {
    values: { word, ...(suggestion !== undefined && { suggestion }) },
  })
}

function valueNotTaken(word: string): Failure {
  // gh chooses fields with `--json id,name`.
  const instead = word === '--json' ? '--json --fields id,name' : word
  return new Failure('value_not_taken', { values: { word, instead } })
}

/** The verb among the words that has the flag, which is before it. */
function verbWithFlag(word: string, words: readonly string[]): Verb | undefined {
  const noun = nounOf(words)
  return tree.find(
    (verb) =>
      verb.path.startsWith(`${noun} `) &&
      verb.path.split(' ').every((part) => words.includes(part)) &&
      flagNamed(word, verb) !== undefined,
  )
}

function unknownVerb(words: readonly string[], { typed }: CommandLine): Failure {
  const typedWords = plainWords(typed)
  const suggestions = suggestCommands(typedWords, words)
  const unknown = words.findIndex((_, index) => !isPath(words.slice(0, index + 1).join(' ')))
  const commands = suggestions.map((each) => `\`remite ${each}\``)
  return new Failure('unknown_verb', {
    values: {
      word: typedWords.slice(0, Math.max(unknown, 0) + 1).join(' '),
      ...(commands.length > 0 && { suggestion: commands.join(', ') }),
    },
  })
}

function tooManyWords({ verb, words }: Place, argv: readonly string[]): Failure {
  const known = verbAt(words) ? verb?.path : nounOf(words)
  const taken = verb ? (known ?? '').split(' ').length + verb.positionals.length : 0
  const end = argv.indexOf('--')
  const all = end < 0 ? words : [...plainWords(argv.slice(0, end)), ...argv.slice(end + 1)]
  const extra = all.slice(taken)
  // gh chooses fields with `--json id,name`.
  const names = argv[argv.indexOf('--json') + 1]
  const isFields = argv.includes('--json') && names !== undefined && names === extra.at(-1)
  return new Failure('too_many_words', {
    values: {
      word: extra.map(shellQuoted).join(' '),
      ...(isFields && { fields: `--fields ${shellQuoted(names)}` }),
    },
  })
}
