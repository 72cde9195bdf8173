import { segments } from '../../../contract/modules/segments.ts'
import { defineCommand } from '../../command/command.ts'
import { bool } from '../../command/view.ts'
import { segmentFields } from '../../segments/columns.ts'
import { listOfSegment, whereOptions, withConditions } from '../../segments/where.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: segments.update,
  positionals: ['id'],
  fields: segmentFields,
  options: whereOptions,
  examples: [
    'segments update 4 --name "Active in Lugo"',
    `segments update 4 --where 'ciudad = Lugo and tag = vip'`,
  ],
  async operation(context, { input, options: { where } }) {
    const request = await withConditions(context, input, where, () => listOfSegment(context, input))
    return { endpoint: segments.update, request }
  },
  async run(context, _, operation) {
    return { one: await runOperation(context, operation) }
  },
  view: { fields: [bool('ok')] },
})
