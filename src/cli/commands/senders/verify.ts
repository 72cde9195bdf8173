import { senders } from '../../../contract/modules/senders.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: senders.verify,
  positionals: ['from_mail'],
  fields: { token: { omit: true } },
  examples: [
    'senders verify news@example.org --code 123456',
    'senders verify news@example.org --resend',
  ],
  async run(context, { input }) {
    const code = input.code ?? (input.resend ? undefined : await askCode())
    const request = code === undefined ? input : { ...input, code }
    return { one: await callOnce(context, senders.verify, request) }

    async function askCode(): Promise<string> {
      if (!context.mayAsk) throw new Failure('missing_input', { values: { flags: '--code' } })
      const { ask } = await import('../../prompt/prompts.ts')
      return ask(await context.prompter(), context.messages.headers.code)
    }
  },
  view: { fields: [text('status'), bool('verified')] },
})
