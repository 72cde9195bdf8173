import type { Context } from '../context/context.ts'
import { findService } from './find-service.ts'

/** Asks where to log in: at the address of a service, or at the sandbox on this machine. */
export async function chooseService(context: Context): Promise<{ apiUrl: string } | 'sandbox'> {
  const { login } = context.messages
  const { ask, select } = await import('../prompt/prompts.ts')
  const prompter = await context.prompter()
  const where = await select<'service' | 'sandbox'>(prompter, login.where, [
    { value: 'service', name: login.aService },
    { value: 'sandbox', name: login.aSandbox },
  ])
  if (where === 'sandbox') return 'sandbox'
  let found: { apiUrl: string } | undefined
  await ask(prompter, login.address, {
    async validate(text) {
      const answer = await findService(context, text)
      if ('problem' in answer) return answer.problem
      found = answer
      return true
    },
  })
  const { apiUrl = '' } = found ?? {}
  context.output.note(login.found(apiUrl))
  return { apiUrl }
}
