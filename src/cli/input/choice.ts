import { Failure } from '../../core/failure.ts'

/**
 * Returns the choice that a text is, in any case and with `-` for `_`. Throws Failure `not_a_choice`,
 * which names the flag or the argument, and the choices.
 */
export function readChoice(text: string, choices: readonly string[], name: string): string {
  const choice =
    choices.find((each) => each === text) ?? choices.find((each) => plain(each) === plain(text))
  if (choice !== undefined) return choice
  throw new Failure('not_a_choice', {
    values: {
      flag: name,
      word: text,
      choices: choices.join(', '),
    },
  })
}

const plain = (text: string): string => text.toLowerCase().replaceAll('-', '_')
