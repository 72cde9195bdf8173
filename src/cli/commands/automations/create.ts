import type { Request } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { flowFields } from '../../automations/columns.ts'
import { readFlow } from '../../automations/read-flow.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

type Flow = Request<typeof automations.create>

export const command = defineCommand({
  endpoint: automations.create,
  positionals: ['file'],
  fields: { ...flowFields, name: { omit: true } },
  handlesDryRun: true,
  examples: [
    'automations create welcome.json',
    'automations create welcome.json --dry-run',
    'automations create - -o ids < welcome.json',
  ],
  async run(context, { positionals: { file = '' } }) {
    // The flow may be incomplete: the server reports what is missing.
    const flow = (await readFlow<Flow>(context, file)) as Flow
    if (!context.flags.dryRun) return { one: await callOnce(context, automations.create, flow) }
    await showRequest(context, automations.create, flow)
    return undefined
  },
  view: { fields: [text('id'), bool('ok')] },
})
