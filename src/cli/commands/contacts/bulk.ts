import { contacts } from '../../../contract/modules/contacts.ts'
import { lists } from '../../../contract/modules/lists.ts'
import { contactStatuses } from '../../../contract/shapes/contact.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number, text } from '../../command/view.ts'
import { maxSelected, readSelection } from '../../contacts/bulk-selection.ts'
import { contactFields } from '../../contacts/columns.ts'
import { readDuration } from '../../input/duration.ts'
import { jobFields } from '../../jobs/columns.ts'
import { showJobEnd } from '../../jobs/show-end.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: contacts.bulk,
  positionals: ['action'],
  fields: {
    id: contactFields.id,
    contacts: { name: 'contact' },
    to_list_id: { name: 'to' },
    filter: { omit: true },
  },
  options: {
    file: { kind: 'text', placeholder: 'FILE' },
    status: { kind: 'text', choices: contactStatuses },
    q: { kind: 'text', name: 'search', formerNames: ['q'] },
    'with-tag': { kind: 'text', placeholder: 'TAG' },
    segment: { kind: 'text', placeholder: 'SEGMENT', reference: 'segment' },
    everyone: { kind: 'switch' },
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'DURATION' },
  },
  examples: [
    'contacts bulk add_tag --tag vip --list Customers --contact ana@example.org --contact 17',
    'contacts bulk move --to Old --list Customers --segment 4 --wait',
    'contacts bulk delete --list 3 --file gone.txt --confirm Customers',
  ],
  async operation(context, { input, options }) {
    // Validate the timeout before anything starts.
    if (options['wait-timeout']) readDuration(options['wait-timeout'], '--wait-timeout')
    const selection = await readSelection(context, input.contacts, options)
    return { endpoint: contacts.bulk, request: { ...input, ...selection } }
  },
  async plan(context, { input: { id, action } }, { request }) {
    const client = await context.client()
    const { data } = await client.call(lists.get, { id })
    const count = maxSelected(request, data)
    const shownCount = context.output.local.number(count)
    const sentence = context.messages.people.bulk[action](data.name, shownCount)
    return { sentence, count, name: data.name, id }
  },
  async run(context, { input: { id }, options: { wait, 'wait-timeout': timeout } }, operation) {
    const answer = await runOperation(context, operation)
    if (!wait || answer.job_id === undefined) return { one: answer }
    const reference = { list: String(id), job: Number(answer.job_id) }
    await showJobEnd(context, reference, { timeout, viewOf: () => ({ fields: jobFields }) })
    return undefined
  },
  view: {
    fields: [
      bool('ok'),
      { ...number('done'), header: 'updated' },
      number('skipped'),
      text('job_id'),
    ],
    id: 'job_id',
  },
})
