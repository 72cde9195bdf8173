import { senders } from '../../../contract/modules/senders.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { check, state } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: senders.verify,
  positionals: ['from_mail'],
  fields: { token: { omit: true } },
  examples: [
    'senders verify news@example.org --code 123456',
    'senders verify news@example.org --resend',
  ],
  form: {
    isIncomplete: ({ code, resend }) => code === undefined && resend !== true,
    async ask(_, form) {
      await form.ask('from_mail')
      if (form.answers.resend !== true) await form.ask('code')
    },
  },
  async run(context, { input }) {
    const { code, resend } = input
    if (code === undefined && !resend) {
      throw new Failure('missing_input', { values: { flags: '--code | --resend' } })
    }
    return { one: await callOnce(context, senders.verify, input) }
  },
  view: { fields: [state('status'), check('verified')] },
})
