import type { Request } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { showRequest } from '../../show-request.ts'
import { bool, text } from '../../view.ts'
import { flowFields } from './columns.ts'
import { readFlow } from './read-flow.ts'

type Flow = Request<typeof automations.create>

export const command = defineCommand({
  endpoint: automations.create,
  positionals: ['file'],
  fields: { ...flowFields, name: { omit: true } },
  rehearses: true,
  examples: [
    'automations create welcome.json',
    'automations create welcome.json --dry-run',
    'automations create - -o ids < welcome.json',
  ],
  async run(context, { words: { file = '' } }) {
    // Whole or not: the server says what is missing.
    const flow = (await readFlow<Flow>(context, file)) as Flow
    if (!context.flags.dryRun) return { one: await callOnce(context, automations.create, flow) }
    await showRequest(context, automations.create, flow)
    return undefined
  },
  view: { fields: [text('id'), bool('ok')] },
})
