import { Option } from 'commander'
import type { Flag } from './flag.ts'

/** A flag as commander takes it. What is missing is said by us, all at once, so none is mandatory to it. */
export function optionOf(
  { name, short, kind, choices, placeholder, required }: Flag,
  help: string,
): Option {
  const value = kind === 'switch' ? '' : ` <${valueName(kind, choices, placeholder)}>`
  const option = new Option(`${short ? `-${short}, ` : ''}--${name}${value}`, help)
  option.attributeName = () => attributeOf(name)
  // Commander takes `--no-input` for the negation of `--input`.
  option.negate = false
  option.description = required ? `${help} *` : help
  if (choices && kind !== 'repeat') option.choices([...choices])
  if (kind === 'repeat' || kind === 'map') {
    option.argParser((text, before: string[] | undefined) => [...(before ?? []), text])
  }
  return option
}

/** The name under which commander keeps what was typed. */
export const attributeOf = (name: string): string =>
  name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** More choices than these are named in the flag's sentence, not in its term. */
const fewChoices = 6

function valueName(kind: Flag['kind'], choices?: readonly string[], placeholder?: string): string {
  if (placeholder) return placeholder
  if (choices && choices.length <= fewChoices) return choices.join('|')
  if (kind === 'number') return 'N'
  return kind === 'map' ? 'KEY=VALUE' : 'TEXT'
}
