import { customEvents } from '../../../contract/modules/custom-events.ts'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { sendFile } from '../../events/send-file.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

export const command = defineCommand({
  endpoint: customEvents.send,
  positionals: ['name?'],
  fields: {
    contact_id: { name: 'contact' },
    properties: { name: 'property', from: 'typed-pairs' },
    at: { from: 'time' },
  },
  options: {
    file: { kind: 'text', placeholder: 'FILE' },
    rejects: { kind: 'text', placeholder: 'FILE' },
    'max-rejects': { kind: 'text', placeholder: 'N|P%' },
  },
  handlesDryRun: true,
  form: {
    isIncomplete: ({ name, file }) => name === undefined && file === undefined,
    ask: (_, form) => form.ask('name'),
  },
  examples: [
    'events send purchase --email ana@example.org --value 49.90 --currency EUR --event-id order-981',
    'events send cart --email ana@example.org --property total=30 --property coupon=PAN',
    'events send --file events.ndjson',
    'events send purchase --file orders.csv --max-rejects 2%',
    'events send --file - < events.ndjson',
  ],
  failures: [
    'file_unreadable',
    'file_empty',
    'file_not_text',
    'file_not_table',
    'file_changed',
    'state_unwritable',
    'done_in_part',
    'too_many_rejects',
    'locked',
    'interrupted',
  ],
  async run(context, { input, options }) {
    const { file, rejects, 'max-rejects': maxRejects } = options
    const { name, ...rest } = input as Readonly<Record<string, unknown>> // one event
    if (file === undefined) {
      if (name === undefined) {
        throw new Failure('missing_input', { values: { flags: 'NAME | --file' } })
      }
      refuseTogether(options, 'event')
      if (context.flags.dryRun) {
        await showRequest(context, customEvents.send, input)
        return undefined
      }
      return { one: await callOnce(context, customEvents.send, input) }
    }
    refuseTogether(rest, '--file')
    const named = typeof name === 'string' ? name : undefined
    await sendFile(context, { file, name: named, rejects, maxRejects })
    return undefined
  },
  view: { fields: [text('id'), bool('ok'), bool('duplicate')] },
})

/** Flags of one event are not for a file, and the other way round. */
function refuseTogether(given: Readonly<Record<string, unknown>>, other: string): void {
  const problems = Object.entries(given).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, code: 'not_together' as const, values: { other } }],
  )
  if (problems.length > 0) throw new Failure('usage', { problems })
}
