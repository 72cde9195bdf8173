import type { Request } from '../../../contract/endpoint.ts'
import { automations } from '../../../contract/modules/automations.ts'
import { Failure } from '../../../core/failure.ts'
import { flowFields } from '../../automations/columns.ts'
import { readFlow } from '../../automations/read-flow.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number } from '../../command/view.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

type Edit = Request<typeof automations.update>

export const command = defineCommand({
  endpoint: automations.update,
  positionals: ['id', 'file?'],
  fields: flowFields,
  handlesDryRun: true,
  examples: ['automations update 2 welcome.json', 'automations update 2 --name "Welcome, again"'],
  failures: ['missing_input'],
  async run(context, { input: { id, name }, positionals: { file } }) {
    if (file === undefined && name === undefined) {
      throw new Failure('missing_input', { values: { flags: 'FILE | --name' } })
    }
    const flow = file === undefined ? {} : await readFlow<Edit>(context, file)
    const edit: Edit = { ...flow, id, ...(name !== undefined && { name }) }
    if (!context.flags.dryRun) return { one: await callOnce(context, automations.update, edit) }
    await showRequest(context, automations.update, edit)
    return undefined
  },
  view: { fields: [bool('ok'), number('version')] },
})
