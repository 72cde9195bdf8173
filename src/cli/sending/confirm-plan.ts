import { Failure } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import { fill } from '../../messages/fill.ts'
import type { Plan } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { isSameName } from '../prompt/same-name.ts'
import { shellQuoted } from './rerun-command.ts'

/**
 * Asks for confirmation of an operation that reaches people or cannot be undone. Below the profile's
 * threshold `yes` is enough. From the threshold on, or if the count is unknown, the name is required; the
 * number of the thing is as good as its name.
 */
export async function confirmPlan(context: Context, plan: Plan): Promise<void> {
  const { flags, settings, messages, output, mayAsk } = context
  const { count, id, details, isMinor } = plan
  // The name comes from the server.
  const names = [plan.name, id].flatMap((each) =>
    each === undefined ? [] : [stripControls(String(each))],
  )
  const [name] = names
  const sentence = stripControls(plan.sentence)
  if (details !== undefined) output.note(stripControls(details))
  const isLarge =
    !isMinor && name !== undefined && (count === undefined || count >= settings.sendThreshold.value)
  if (flags.confirm !== undefined) {
    const { confirm } = flags
    if (names.some((each) => isSameName(confirm, each))) return
    throw mismatch(confirm, names)
  }
  if (flags.yes && !isLarge) return
  if (!mayAsk) {
    const flag = isLarge ? `--confirm ${shellQuoted(name)}` : '--yes'
    throw new Failure('confirmation_needed', { values: { what: sentence, flag } })
  }
  output.note(sentence)
  const prompter = await context.prompter()
  const prompts = await import('../prompt/prompts.ts')
  const agreed = isLarge
    ? await prompts.typeName(prompter, fill(messages.run.typeName, { name }), ...names)
    : await prompts.confirm(prompter, messages.run.proceed)
  if (!agreed) throw new Failure('declined')
}

/** What has no name is confirmed with `--yes` only. */
function mismatch(given: string, [name, id]: readonly string[]): Failure {
  const named = {
    ...(name !== undefined && { name }),
    ...(id !== undefined && id !== name && { id }),
  }
  return new Failure('confirm_mismatch', { values: { given, ...named } })
}
