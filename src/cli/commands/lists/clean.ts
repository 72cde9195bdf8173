import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command.ts'
import type { View } from '../../output/document.ts'
import { carryOut } from '../../sending/carry-out.ts'
import { number, text } from '../../view.ts'
import { durationOf } from '../campaigns/send-time.ts'
import { type Job, showJobEnd } from '../jobs/show-end.ts'

export const command = defineCommand({
  endpoint: lists.clean,
  positionals: ['id'],
  fields: { id: { from: 'list' }, checks: { name: 'check' } },
  options: {
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'TIME' },
  },
  examples: [
    'lists clean Customers --check mx --check role --wait',
    'lists clean 3 --check inactive --inactive-days 365 --action unsubscribe --confirm Customers',
  ],
  async plan(context, { input: { id, action = 'report' } }) {
    if (action === 'report') return undefined
    const client = await context.client()
    const { data } = await client.call(lists.get, { id })
    const { name, contacts: count } = data
    const most = context.output.local.number(count)
    return { sentence: context.words.people.cleans[action](name, most), count, name, id }
  },
  async run(context, { input, options: { wait, 'wait-timeout': timeout } }) {
    // What is mistyped is said before anything is begun.
    if (timeout !== undefined) durationOf(timeout, '--wait-timeout')
    const answer = await carryOut(context, { endpoint: lists.clean, request: input })
    if (!wait) return { one: answer }
    const place = { list: String(input.id), job: Number(answer.job_id) }
    await showJobEnd(context, place, { timeout, viewOf: reportOf })
    return undefined
  },
  view: { fields: [text('job_id')], id: 'job_id' },
})

const reportOf = ({ found }: Job): View<Job> => ({
  fields: [
    text('id'),
    text('status'),
    number('processed'),
    { ...number('failed'), header: 'found' },
    number('updated'),
  ],
  sections: [
    {
      field: 'found',
      rows: Object.entries(found).map(([check, count]) => ({ check, count })),
      title: 'found',
      columns: [text('check'), { ...number('count'), header: 'contacts' }],
    },
  ],
})
