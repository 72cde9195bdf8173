import { contacts } from '../../../contract/modules/contacts.ts'
import { lists } from '../../../contract/modules/lists.ts'
import { contactStatuses } from '../../../contract/shapes/contact.ts'
import { defineCommand } from '../../command.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { bool, number, text } from '../../view.ts'
import { durationOf } from '../campaigns/send-time.ts'
import { jobFields } from '../jobs/columns.ts'
import { showJobEnd } from '../jobs/show-end.ts'
import { mostReached, readWhom } from './bulk-whom.ts'
import { contactFields } from './columns.ts'

export const command = defineCommand({
  endpoint: contacts.bulk,
  positionals: ['action'],
  fields: {
    id: contactFields.id,
    contacts: { name: 'contact' },
    to_list_id: { name: 'to', from: 'list' },
    filter: { omit: true },
  },
  options: {
    file: { kind: 'text', placeholder: 'FILE' },
    status: { kind: 'text', choices: contactStatuses },
    q: { kind: 'text' },
    'with-tag': { kind: 'text', placeholder: 'TAG' },
    segment: { kind: 'text', placeholder: 'ID' },
    everyone: { kind: 'switch' },
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'TIME' },
  },
  examples: [
    'contacts bulk add_tag --tag vip --list Customers --contact ana@example.org --contact 17',
    'contacts bulk move --to Old --list Customers --segment 4 --wait',
    'contacts bulk delete --list 3 --file gone.txt --confirm Customers',
  ],
  async errand(context, { input, options }) {
    // What is mistyped is said before anything is begun.
    if (options['wait-timeout']) durationOf(options['wait-timeout'], '--wait-timeout')
    const whom = await readWhom(context, input.contacts, options)
    return { endpoint: contacts.bulk, request: { ...input, ...whom } }
  },
  async plan(context, { input: { id, action } }, { request }) {
    const client = await context.client()
    const { data } = await client.call(lists.get, { id })
    const count = mostReached(request, data)
    const most = context.output.local.number(count)
    const sentence = context.words.people.bulk[action](data.name, most)
    return { sentence, count, name: data.name, id }
  },
  async run(context, { input: { id }, options: { wait, 'wait-timeout': timeout } }, errand) {
    const answer = await carryOut(context, errand)
    if (!wait || answer.job_id === undefined) return { one: answer }
    const place = { list: String(id), job: Number(answer.job_id) }
    await showJobEnd(context, place, { timeout, viewOf: () => ({ fields: jobFields }) })
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
