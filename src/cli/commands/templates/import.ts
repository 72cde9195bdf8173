import { check } from '../../../contract/check.ts'
import { templates } from '../../../contract/modules/templates.ts'
import { fromPortable, type Portable } from '../../../contract/portable-template.ts'
import { portableTemplate } from '../../../contract/shapes/template.ts'
import { Failure, type Problem } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { readJsonFile } from '../../input/json-file.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

const inFile = { omit: true } as const

export const command = defineCommand({
  endpoint: templates.create,
  positionals: ['file'],
  fields: {
    html: inFile,
    editor_json: inFile,
    mjml: inFile,
    asunto: inFile,
    text: inFile,
    import: inFile,
    archived: inFile,
  },
  handlesDryRun: true,
  examples: ['templates import monthly.json', 'templates import monthly.json --name Weekly -o ids'],
  failures: ['file_unreadable'],
  async run(context, { input: { id, name }, positionals: { file = '' } }) {
    const { mjml, editor_json, ...template } = await readTemplate(context, file)
    // As plain fields, because another server does not know our file format.
    const request = {
      ...template,
      ...(mjml !== null && { mjml }),
      ...(editor_json !== null && { editor_json }),
      ...(id !== undefined && { id }),
      ...(name !== undefined && { name }),
    }
    if (!context.flags.dryRun) return { one: await callOnce(context, templates.create, request) }
    await showRequest(context, templates.create, request)
    return undefined
  },
  view: { fields: [text('id'), bool('ok'), number('version')] },
})

/** Reads the template from an exported file. */
async function readTemplate(context: Context, path: string): Promise<Portable> {
  const read = check(portableTemplate, await readJsonFile(path, context))
  if ('problems' in read) throw refused(read.problems)
  const template = fromPortable(read.value)
  if (!template) throw refused([{ field: 'checksum', code: 'bad_checksum' }])
  return template
}

const refused = (problems: readonly Problem[]): Failure => new Failure('usage', { problems })
