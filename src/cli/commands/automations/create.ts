import type { Request } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { callOnce } from '../../call.ts'
import { defineCommand } from '../../command.ts'
import { readJsonObject } from '../../input/json-file.ts'
import { showRequest } from '../../show-request.ts'
import { bool, text } from '../../view.ts'

type Flow = Request<typeof automations.create>

export const command = defineCommand({
  endpoint: automations.create,
  positionals: ['file'],
  // All of it stands in the file.
  fields: {
    name: { omit: true },
    trigger: { omit: true },
    nodes: { omit: true },
    edges: { omit: true },
    settings: { omit: true },
  },
  rehearses: true,
  examples: ['automations create welcome.json', 'automations create - -o ids < welcome.json'],
  async run(context, { words: { file = '' } }) {
    // The server checks what a flow has to be.
    const flow = (await readJsonObject(file, context)) as Flow
    if (!context.flags.dryRun) return { one: await callOnce(context, automations.create, flow) }
    await showRequest(context, automations.create, flow)
    return undefined
  },
  view: { fields: [text('id'), bool('ok')] },
})
