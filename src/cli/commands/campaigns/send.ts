import { campaigns } from '../../../contract/modules/campaigns.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { number, percent, text } from '../../view.ts'
import { planSend, refuseBlocked } from './plan.ts'
import { waitForEnd } from './wait.ts'

export const command = defineCommand({
  endpoint: campaigns.send,
  positionals: ['id'],
  fields: { expect_recipients: { from: 'range' } },
  options: {
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'TIME' },
    allow: { kind: 'repeat', placeholder: 'CODE' },
  },
  examples: ['campaigns send 7', 'campaigns send 7 --confirm March --wait --wait-timeout 2h'],
  async plan(context, { input: { id }, options: { allow } }) {
    await refuseBlocked(context, id, allow)
    return planSend(context, id)
  },
  async run(context, { input, options }) {
    const data = await callOnce(context, campaigns.send, input)
    if (!options.wait) return { one: { id: input.id, ...data } }
    return { one: await waitForEnd(context, input.id, options['wait-timeout']) }
  },
  view: {
    fields: [
      number('id'),
      text('status'),
      number('recipients'),
      number('sent'),
      number('failed'),
      number('uncertain'),
      percent('open_rate'),
    ],
  },
})
