import { Failure } from '../core/failure.ts'
import { fill } from '../messages/fill.ts'
import type { Plan } from './command.ts'
import type { Context } from './context.ts'

/**
 * Asks before something that reaches people or cannot be undone. Below the profile's threshold a yes
 * is enough; above it, or when the count is unknown, the name has to be typed or given.
 */
export async function confirmPlan(context: Context, plan: Plan): Promise<void> {
  const { flags, settings, words, output, mayAsk } = context
  const { sentence, count, name, id } = plan
  const isLarge =
    name !== undefined && (count === undefined || count >= settings.sendThreshold.value)
  if (flags.confirm !== undefined) {
    if (flags.confirm === name || (id !== undefined && flags.confirm === String(id))) return
    throw new Failure('confirm_mismatch', {
      values: { given: flags.confirm, name: name ?? String(id) },
    })
  }
  if (flags.yes && !isLarge) return
  if (!mayAsk) {
    throw new Failure('confirmation_needed', {
      values: { what: sentence, flag: isLarge ? `--confirm ${quoted(name)}` : '--yes' },
    })
  }
  output.note(sentence)
  const prompter = await context.prompter()
  const prompts = await import('./input/prompts.ts')
  const agreed = isLarge
    ? await prompts.typeName(prompter, fill(words.run.typeName, { name }), name)
    : await prompts.confirm(prompter, words.run.goOn)
  if (!agreed) throw new Failure('declined')
}

/** As it can be pasted into a shell. */
const quoted = (name: string): string =>
  /^[\w.@-]+$/.test(name) ? name : `'${name.replaceAll("'", `'\\''`)}'`
