import { lists } from '../../../contract/modules/lists.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { readDuration } from '../../input/duration.ts'
import { jobStatus } from '../../jobs/columns.ts'
import { type Job, showJobEnd } from '../../jobs/show-end.ts'
import type { View } from '../../output/document.ts'
import { runOperation } from '../../sending/run-operation.ts'

export const command = defineCommand({
  endpoint: lists.clean,
  positionals: ['id'],
  fields: { checks: { name: 'check' } },
  options: {
    wait: { kind: 'switch' },
    'wait-timeout': { kind: 'text', placeholder: 'DURATION' },
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
    const shownCount = context.output.local.number(count)
    return { sentence: context.messages.people.cleans[action](name, shownCount), count, name, id }
  },
  async run(context, { input, options: { wait, 'wait-timeout': timeout } }) {
    // Validate the timeout before anything starts.
    if (timeout !== undefined) readDuration(timeout, '--wait-timeout')
    const answer = await runOperation(context, { endpoint: lists.clean, request: input })
    if (!wait) return { one: answer }
    const reference = { list: String(input.id), job: Number(answer.job_id) }
    await showJobEnd(context, reference, { timeout, viewOf: reportOf })
    return undefined
  },
  view: { fields: [text('job_id')], id: 'job_id' },
})

const reportOf = ({ found }: Job): View<Job> => ({
  fields: [
    text('id'),
    jobStatus,
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
