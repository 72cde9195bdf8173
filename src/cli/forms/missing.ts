import type { AnyCommand } from '../command/command.ts'
import type { Answers } from '../command/form.ts'
import type { RawInput } from '../input/read-input.ts'
import type { Verb } from '../syntax/verb.ts'
import { emptyChange } from './empty-change.ts'

export const answersOf = ({ positionals, flags }: RawInput): Answers => ({
  ...flags,
  ...positionals,
})

/** Whether a value is missing. A positional that takes the rest is an empty list. */
export const isMissing = (answers: Answers, key: string): boolean => {
  const value = answers[key]
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

/** The keys of the required positionals and flags without a value, in the order in which they are asked. */
export function missingKeys({ positionals, flags }: Verb, answers: Answers) {
  const missing = (fields: readonly { key: string; required?: boolean }[]) =>
    fields.filter(({ key, required }) => required && isMissing(answers, key)).map(({ key }) => key)
  return { positionals: missing(positionals), flags: missing(flags) }
}

/** Whether the command line lacks something that a form can ask for. */
export function isIncomplete(command: AnyCommand, verb: Verb, answers: Answers): boolean {
  const { positionals, flags } = missingKeys(verb, answers)
  if (positionals.length + flags.length > 0) return true
  if (emptyChange(verb, command, answers)) return true
  return command.form?.isIncomplete?.(answers) === true
}
