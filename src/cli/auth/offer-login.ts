import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { logIn } from './log-in.ts'

/** Asks at a terminal whether to log in, for a verb that needs a session. Returns the profile of the session. */
export async function offerLogin(context: Context): Promise<string> {
  const { confirm } = await import('../prompt/prompts.ts')
  const { login } = context.messages
  // There is a session only if it has ended.
  const ended = context.profiles.session(context.settings.profile.value)
  const question = ended ? login.offerAgain : login.offer
  const isWanted = await confirm(await context.prompter(), question, { isYes: true })
  if (!isWanted) throw new Failure(ended ? 'token_expired' : 'not_logged_in')
  const { username, remembered } = ended ?? {}
  return (await logIn(context, { username, rememberMe: remembered })).profile
}
