import { audit } from '../../../contract/modules/audit.ts'
import { defineCommand } from '../../command/command.ts'
import { text, time } from '../../command/view.ts'
import { pagingOf } from '../../input/paging.ts'
import { periodFlags } from '../../syntax/flag.ts'
import { readableChanges } from '../../users/readable-changes.ts'

export const command = defineCommand({
  endpoint: audit.list,
  positionals: ['id?'],
  fields: { id: { from: 'session' }, key_id: { name: 'key' }, ...periodFlags },
  examples: ['users audit --since 7d -o csv', 'users audit ana --since 30d --key nightly'],
  async run(context, { input }) {
    const { output, flags, host, settings } = context
    const { pages } = await import('../../../client/paging.ts')
    const paging = { ...pagingOf(flags), signal: host.stopped }
    const found = pages(await context.client(), audit.list, input, paging)
    const isJson = output.format === 'json' || output.format === 'ndjson'
    if (isJson) return { pages: found }
    const readable = readableChanges(found)
    if (output.format !== 'table') return { pages: readable }
    const { readableActs } = await import('../../users/readable-acts.ts')
    return { pages: readableActs(readable, settings.language.value) }
  },
  view: {
    columns: [
      time('at'),
      text('actor'),
      text('act'),
      text('path'),
      text('key'),
      text('client'),
      text('ip'),
      text('changes'),
    ],
  },
})
