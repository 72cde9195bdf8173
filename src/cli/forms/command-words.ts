import type { RawInput } from '../input/read-input.ts'
import type { Flag } from '../syntax/flag.ts'
import { globalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'

/** The arguments that amount to an input, in the order of the declarations. */
export function commandWords(verb: Verb, { positionals, flags }: RawInput): string[] {
  const words = verb.positionals.flatMap(({ key }) => textsOf(positionals[key]))
  const named = [...verb.flags, ...globalFlags].flatMap((flag) => flagWords(flag, flags[flag.key]))
  // After `--` nothing is read as a flag.
  const needsEnd = words.some((word) => word.startsWith('-') && word !== '-')
  const path = verb.path.split(' ')
  return needsEnd ? [...path, ...named, '--', ...words] : [...path, ...words, ...named]
}

type Value = RawInput['flags'][string]

const textsOf = (value: Value): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value : []

function flagWords({ name }: Flag, value: Value): string[] {
  if (value === true) return [`--${name}`]
  if (value === false) return [`--no-${name}`]
  return textsOf(value).flatMap((text) => [`--${name}`, text])
}
