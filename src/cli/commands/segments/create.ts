import { segments } from '../../../contract/modules/segments.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { segmentFields } from '../../segments/columns.ts'
import { whereOptions, withConditions } from '../../segments/where.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: segments.create,
  fields: { ...segmentFields, conditions: { from: 'json', required: false } },
  options: whereOptions,
  examples: [
    `segments create --name Ávila --where 'ciudad = "Ávila" and opened in 30d and not clicked'`,
    'segments create --name Lugo --conditions lugo.json --list Customers -o ids',
  ],
  form: {
    isIncomplete: ({ where, conditions }) => where === undefined && conditions === undefined,
    async ask(context, form) {
      const { askSegment } = await import('../../segments/create-form.ts')
      await askSegment(context, form)
    },
  },
  async operation(context, { input, options: { where } }) {
    if (where === undefined && input.conditions === undefined) {
      throw new Failure('missing_input', { values: { flags: '--where | --conditions' } })
    }
    return { endpoint: segments.create, request: await withConditions(context, input, where) }
  },
  async run(context, _, operation) {
    return { one: await runOperation(context, operation) }
  },
  view: { fields: [text('id'), bool('ok')] },
})
