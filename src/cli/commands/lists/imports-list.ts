import { defineCommand } from '../../command/command.ts'
import { number, text, time } from '../../command/view.ts'
import { importsFolder } from '../../import/imports-folder.ts'
import { listJournals } from '../../import/journal.ts'

export const command = defineCommand({
  isPublic: true,
  examples: ['lists imports list', 'lists imports list -o ids'],
  async run(context) {
    const journals = await listJournals(importsFolder(context))
    const items = journals.map(({ job, confirmed }) => ({
      id: job.id,
      file: job.file,
      list_id: job.listId,
      mode: job.mode,
      sent: [...confirmed.values()].reduce((rows, { entries }) => rows + entries, 0),
      started_at: job.startedAt,
      api_url: job.apiUrl,
    }))
    return { page: { items, total: items.length } }
  },
  view: {
    columns: [
      text('id'),
      text('file'),
      { ...text('list_id'), header: 'list' },
      text('mode'),
      number('sent'),
      time('started_at'),
      text('api_url'),
    ],
  },
})
