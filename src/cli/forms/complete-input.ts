import { Failure } from '../../core/failure.ts'
import type { AnyCommand } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import type { RawInput } from '../input/read-input.ts'
import type { Verb } from '../syntax/verb.ts'
import { emptyChange } from './empty-change.ts'
import { answersOf, isIncomplete, missingKeys } from './missing.ts'

/**
 * Returns the input with what is missing, asked for at a terminal. Elsewhere a missing argument and a change of
 * nothing fail here, and missing flags fail where the input is read.
 */
export async function completeInput(
  context: Context,
  { verb, command }: { verb: Verb; command: AnyCommand },
  raw: RawInput,
): Promise<RawInput> {
  const answers = answersOf(raw)
  if (!isIncomplete(command, verb, answers)) return raw
  // Forms move the cursor, which a dumb terminal cannot.
  if (context.mayAsk && context.host.env.TERM !== 'dumb') {
    const { fillIn } = await import('./fill-in.ts')
    return fillIn(context, { verb, command }, raw)
  }
  const changes = emptyChange(verb, command, answers)
  if (changes) {
    const flags = changes.map(({ name }) => `--${name}`).join(', ')
    throw new Failure('nothing_to_change', { values: { flags } })
  }
  const [key] = missingKeys(verb, answers).positionals
  const positional = verb.positionals.find((each) => each.key === key)
  if (positional) {
    const { nameOfArgument } = await import('../help/verb-page.ts')
    const word = nameOfArgument(positional, context.settings.language.value)
    throw new Failure('missing_word', { values: { word } })
  }
  return raw
}
