import { automations } from '../../../contract/modules/automations.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: automations.trigger,
  positionals: ['id'],
  fields: {
    properties: { name: 'property', from: 'typed-pairs' },
    // `--idempotency-key` is the same on every verb.
    idempotency: { isFormer: true },
  },
  examples: [
    'automations trigger 2 --email eva@example.org',
    'automations trigger 2 --contact 17 --event cart --property total=30 --idempotency-key cart-981',
  ],
  async operation({ flags: { idempotencyKey: key } }, { input }) {
    const request = { ...(key !== undefined && { idempotency: key }), ...input }
    return { endpoint: automations.trigger, request }
  },
  run: async (context, _, operation) => ({ one: await runOperation(context, operation) }),
  view: { fields: [bool('ok'), bool('enrolled')] },
})
