import { Failure } from '../core/failure.ts'
import { stripControls } from '../core/safe-text.ts'
import { fill } from '../messages/fill.ts'
import type { Plan } from './command.ts'
import type { Context } from './context.ts'
import { isSameName } from './input/same-name.ts'
import { shellQuoted } from './sending/again-command.ts'

/**
 * Asks before something that reaches people or cannot be undone. Below the profile's threshold a yes
 * is enough; above it, or when the count is unknown, the name has to be typed or given.
 */
export async function confirmPlan(context: Context, plan: Plan): Promise<void> {
  const { flags, settings, words, output, mayAsk } = context
  const { count, id, details } = plan
  // Names come from the server.
  const name = plan.name === undefined ? undefined : stripControls(plan.name)
  const sentence = stripControls(plan.sentence)
  if (details !== undefined) output.note(stripControls(details))
  const isLarge =
    name !== undefined && (count === undefined || count >= settings.sendThreshold.value)
  if (flags.confirm !== undefined) {
    const expected = name ?? String(id)
    if (isSameName(flags.confirm, expected)) return
    throw new Failure('confirm_mismatch', { values: { given: flags.confirm, name: expected } })
  }
  if (flags.yes && !isLarge) return
  if (!mayAsk) {
    const flag = isLarge ? `--confirm ${shellQuoted(name)}` : '--yes'
    throw new Failure('confirmation_needed', { values: { what: sentence, flag } })
  }
  output.note(sentence)
  const prompter = await context.prompter()
  const prompts = await import('./input/prompts.ts')
  const agreed = isLarge
    ? await prompts.typeName(prompter, fill(words.run.typeName, { name }), name)
    : await prompts.confirm(prompter, words.run.goOn)
  if (!agreed) throw new Failure('declined')
}
