import { Option } from 'commander'
import { Failure } from '../../core/failure.ts'
import { namesOf, termOf } from '../help/flag-text.ts'
import { readChoice } from '../input/choice.ts'
import type { Flag } from '../syntax/flag.ts'

/** The command line around a flag. */
interface Around {
  argv: readonly string[]
  /** Whether a word is the name of a flag here. */
  isFlag(word: string): boolean
}

/** Returns the commander options of a flag: its own, that of its `--no-NAME` form, and those of its former names. */
export function optionsOf(flag: Flag, around: Around): Option[] {
  const { short: _, formerNames = [], ...other } = flag
  const all = [flag, ...formerNames.map((name) => ({ ...other, name }))]
  return all.flatMap((named) => {
    const options = [optionOf(named, around)]
    const [, off] = namesOf(named)
    if (off !== undefined) options.push(new Option(off))
    for (const option of options) option.attributeName = () => attributeOf(flag.name)
    return options
  })
}

/** No option is mandatory for commander: we report all missing flags in one message. */
function optionOf({ canBeOff, ...flag }: Flag, { argv, isFlag }: Around): Option {
  const { name, kind } = flag
  const option = new Option(termOf(flag))
  // Commander takes `--no-input` for the negation of `--input`.
  option.negate = false
  if (kind === 'switch') return option
  return option.argParser<unknown>((text: string, before: unknown): unknown => {
    // Commander takes the next word for the value, whatever it is. `-y` may be a name.
    if (text.startsWith('--') && isFlag(text) && !argv.includes(`--${name}=${text}`))
      throw missingValue(flag, text)
    const value = flag.choices ? readChoice(text, flag.choices, `--${name}`) : text
    return kind === 'repeat' || kind === 'map'
      ? [...(Array.isArray(before) ? before : []), value]
      : value
  })
}

/** The failure for a flag without a value. `next` is the word after it. */
export const missingValue = ({ name, choices }: Flag, next?: string): Failure =>
  new Failure('missing_value', {
    values: {
      word: `--${name}`,
      ...(choices && { choices: choices.join(', ') }),
      ...(next !== undefined && { next }),
    },
  })

/** The name of the attribute in which commander stores the value. */
export const attributeOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
