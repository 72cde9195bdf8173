import { Option } from 'commander'
import { namesOf, termOf } from '../help/flag-text.ts'
import type { Flag } from '../syntax/flag.ts'

/** Returns the commander option of a flag, and that of its `--no-NAME` form if it has one. */
export function optionsOf(flag: Flag): Option[] {
  const [, off] = namesOf(flag)
  if (off === undefined) return [optionOf(flag)]
  const option = new Option(off)
  option.attributeName = () => attributeOf(flag.name)
  return [optionOf(flag), option]
}

/** No option is mandatory for commander: we report all missing flags in one message. */
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

/** The name of the attribute in which commander stores the value. */
export const attributeOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
