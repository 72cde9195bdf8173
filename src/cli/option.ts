import { Option } from 'commander'
import type { Flag } from './flag.ts'
import { namesOf, termOf } from './help/flag-text.ts'

/** A flag as commander takes it, and the one that turns it off, where there is one. */
export function optionsOf(flag: Flag): Option[] {
  const [, off] = namesOf(flag)
  if (off === undefined) return [optionOf(flag)]
  const option = new Option(off)
  option.attributeName = () => attributeOf(flag.name)
  return [optionOf(flag), option]
}

/** What is missing is said by us, all at once, so none is mandatory to it. */
function optionOf({ canBeOff, ...flag }: Flag): Option {
  const { name, kind, choices } = flag
  const option = new Option(termOf(flag))
  option.attributeName = () => attributeOf(name)
  // Commander takes `--no-input` for the negation of `--input`.
  option.negate = false
  if (choices && kind !== 'repeat') option.choices([...choices])
  if (kind === 'repeat' || kind === 'map') {
    option.argParser((text, before: string[] | false | undefined) => [...(before || []), text])
  }
  return option
}

/** The name under which commander keeps what was typed. */
export const attributeOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
