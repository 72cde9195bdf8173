import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { lists } from '../../../contract/modules/lists.ts'
import { Failure } from '../../../core/failure.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { isOverwriting, saveFile } from '../../output/save-file.ts'

const formats = ['csv', 'ndjson', 'xlsx'] as const

export const command = defineCommand({
  endpoint: lists.export,
  positionals: ['id'],
  options: { file: { kind: 'text', placeholder: 'FILE' } },
  examples: [
    'lists export Customers --file customers.xlsx',
    'lists export 3 --status active --fields email,nombre > active.csv',
    'lists export 3 --segment 5 --format ndjson',
  ],
  async plan({ messages }, { options: { file } }) {
    if (file === undefined || file === '-' || !(await isOverwriting(file))) return undefined
    return { sentence: messages.people.overwritesFile(file), count: 1 }
  },
  async run(context, { input, options: { file } }) {
    const path = file === '-' ? undefined : file
    const format = input.format ?? formatOf(path)
    const isShown = path === undefined && context.host.stdout.isTTY === true
    // A workbook is not readable in a terminal.
    if (format === 'xlsx' && isShown)
      throw new Failure('missing_input', { values: { flags: '--file' } })
    const client = await context.client()
    const { fields } = context.flags
    const { data: stream } = await client.download(
      lists.export,
      { ...input, format, ...(fields && { fields: fields.join(',') }) },
      { signal: context.host.stopped },
    )
    if (isShown) return showText(context, stream)
    const { output, messages } = context
    const progress = await output.startProgress(messages.imports.exporting)
    const onBytes = (written: number) => progress.update(Math.round(written / 1024))
    try {
      if (path === undefined) return await pour(context, stream, onBytes)
      return { one: { file: path, bytes: await saveFile(path, stream, onBytes) } }
    } finally {
      output.clearProgress()
    }
  },
  view: { fields: [text('file'), number('bytes')] },
})

/** The format by the extension of the file; CSV by default. */
const formatOf = (path = ''): (typeof formats)[number] =>
  formats.find((format) => extname(path).toLowerCase() === `.${format}`) ?? 'csv'

async function showText({ output }: Context, stream: Readable): Promise<undefined> {
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    await output.write(stripControls(decoder.decode(chunk, { stream: true })))
    if (output.isClosed()) return
  }
}

/** Writes with backpressure. A closed pipe is not an error. */
async function pour(
  { output }: Context,
  stream: Readable,
  onBytes: (written: number) => void,
): Promise<undefined> {
  let written = 0
  for await (const chunk of stream) {
    await output.write(chunk)
    if (output.isClosed()) return
    written += chunk.length
    onBytes(written)
  }
}
