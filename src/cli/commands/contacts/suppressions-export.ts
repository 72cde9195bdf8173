import { Readable } from 'node:stream'
import { items } from '../../../client/paging.ts'
import { suppressions } from '../../../contract/modules/suppressions.ts'
import { wireId } from '../../../contract/path.ts'
import { suppressionTypes } from '../../../contract/shapes/suppression.ts'
import { byteOrderMark, writeCsvRow } from '../../../tabular/csv-writer.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import { isOverwriting, saveFile } from '../../output/save-file.ts'

const columns = ['email', 'type', 'scope', 'reason', 'at'] as const

export const command = defineCommand({
  options: {
    list: { kind: 'text', placeholder: 'LIST', reference: 'list' },
    type: { kind: 'text', choices: suppressionTypes },
    file: { kind: 'text', placeholder: 'FILE' },
  },
  examples: [
    'contacts suppressions export --file suppressions.csv',
    'contacts suppressions export --list Customers --type bounce > bounced.csv',
  ],
  failures: [
    'not_logged_in',
    'not_found',
    'ambiguous_name',
    'not_offered',
    'network',
    'file_unwritable',
    'disk_full',
  ],
  async plan({ messages }, { options: { file } }) {
    if (file === undefined || file === '-' || !(await isOverwriting(file))) return undefined
    return { sentence: messages.people.overwritesFile(file), count: 1 }
  },
  async run(context, { options: { list, type: typed, file } }) {
    const { output, messages, host } = context
    const client = await context.client()
    const id = list === undefined ? undefined : wireId(list)
    const type = suppressionTypes.find((each) => each === typed)
    const request = { ...(id !== undefined && { list_id: id }), ...(type && { type }) }
    const everything = { limit: Number.POSITIVE_INFINITY, all: true, signal: host.stopped }
    let erased = 0

    async function* rows(): AsyncGenerator<string> {
      yield byteOrderMark + writeCsvRow(columns)
      for await (const item of items(client, suppressions.list, request, everything)) {
        // Those of the account have a file of their own.
        if (id !== undefined && item.scope !== 'list') continue
        if (item.email === null) erased++
        else yield writeCsvRow(columns.map((name) => item[name] ?? ''))
      }
    }

    if (file !== undefined && file !== '-') {
      const bytes = await saveFile(file, Readable.from(rows(), { objectMode: false }), () => {})
      if (erased > 0) output.note(messages.imports.erasedLeftOut(output.local.number(erased)))
      return { one: { file, bytes } }
    }
    for await (const row of rows()) {
      await output.write(row)
      if (output.isClosed()) return undefined
    }
    if (erased > 0) output.note(messages.imports.erasedLeftOut(output.local.number(erased)))
    return undefined
  },
  view: { fields: [text('file'), number('bytes')] },
})
