import { jobs } from '../../../contract/modules/jobs.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import { saveBeside } from '../../import/save-beside.ts'
import { listFlag } from '../../jobs/columns.ts'

export const command = defineCommand({
  endpoint: jobs.errors,
  positionals: ['job'],
  fields: listFlag,
  options: { file: { kind: 'text', placeholder: 'FILE' } },
  examples: [
    'lists jobs errors 12 --list Customers --file rejects.csv',
    'lists jobs errors 12 --list 3 > rejects.csv',
  ],
  async run({ client, host, output }, { input, options: { file } }) {
    const { download } = await client()
    const { data: stream } = await download(jobs.errors, input, { signal: host.stopped })
    if (file !== undefined) return { one: { file: await saveBeside(file, stream) } }
    const isShown = host.stdout.isTTY === true
    const decoder = new TextDecoder()
    for await (const chunk of stream) {
      await output.write(isShown ? stripControls(decoder.decode(chunk, { stream: true })) : chunk)
      if (output.isClosed()) break
    }
    return undefined
  },
  view: { fields: [text('file')] },
})
