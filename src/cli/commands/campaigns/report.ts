import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { wireId } from '../../../contract/path.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { openInBrowser } from '../../host/processes.ts'
import { isOverwriting, saveFile } from '../../output/save-file.ts'

const formats = ['html', 'json', 'csv'] as const
type Format = (typeof formats)[number]

export const command = defineCommand({
  positionals: ['id'],
  references: { id: 'campaign' },
  options: {
    file: { kind: 'text', placeholder: 'FILE' },
    format: { kind: 'text', choices: formats },
    open: { kind: 'switch' },
    images: { kind: 'switch' },
  },
  examples: [
    'campaigns report 7 --open',
    'campaigns report 7 --file march.html --lang es',
    'campaigns report 7 --format json | jq .figures',
  ],
  failures: [
    'not_logged_in',
    'not_found',
    'ambiguous_name',
    'missing_word',
    'file_unwritable',
    'disk_full',
  ],
  async plan(context, { positionals, options }) {
    const file = fileOf(context, positionals.id, options)
    if (file === undefined || !(await isOverwriting(file))) return undefined
    return { sentence: context.messages.people.overwritesFile(file), count: 1 }
  },
  async run(context, { positionals, options }) {
    const { host, output } = context
    const id = wireId(positionals.id ?? '')
    const format = formatOf(context, options)
    const file = fileOf(context, positionals.id, options)
    const { gatherReport } = await import('../../report/gather.ts')
    const { report, messages } = await gatherReport(await context.client(), id, host.stopped)
    const isObject = ['json', 'ndjson'].includes(output.format)
    if (file === undefined && format === 'json' && isObject) return { one: report }
    const content = await contentOf()
    if (file === undefined) {
      await output.write(content)
      return undefined
    }
    const bytes = await saveFile(file, Readable.from([Buffer.from(content)]), () => {})
    const { env, machine } = host
    if (options.open) {
      await openInBrowser(pathToFileURL(resolve(file)).href, { platform: machine.platform, env })
    }
    return { one: { file, bytes } }

    async function contentOf(): Promise<string> {
      if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`
      if (format === 'csv') return (await import('../../report/csv.ts')).reportCsv(report)
      const { renderReport } = await import('../../report/page.ts')
      const { loadReportMessages } = await import('../../../messages/report.ts')
      const language = context.settings.language.value
      return renderReport(report, messages, {
        language,
        messages: await loadReportMessages(language),
        local: output.local,
        loadsImages: options.images ?? false,
        now: host.clock.now(),
      })
    }
  },
  view: { fields: [text('file'), number('bytes')] },
})

interface Choices {
  file?: string
  format?: string
  open?: boolean
}

/** The format that was asked for, by name, by the extension of the file or by `-o`. */
function formatOf({ output }: Context, { file, format: named }: Choices): Format {
  const format = formats.find((each) => each === (named ?? file?.split('.').pop()?.toLowerCase()))
  if (format) return format
  if (isFile(file)) return 'html'
  if (output.format === 'json' || output.format === 'ndjson') return 'json'
  return output.format === 'csv' ? 'csv' : 'html'
}

/** The file to write; undefined for standard output. Pages are not printed into a terminal. */
function fileOf(context: Context, id: string | undefined, choices: Choices): string | undefined {
  const { file, open } = choices
  if (isFile(file)) return file
  const format = formatOf(context, choices)
  const isShown = file === undefined && format === 'html' && context.host.stdout.isTTY === true
  return open || isShown ? `report-${id}.${format}` : undefined
}

const isFile = (file: string | undefined): file is string => file !== undefined && file !== '-'
