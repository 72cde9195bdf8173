import { Readable } from 'node:stream'
import { templates } from '../../../contract/modules/templates.ts'
import { toPortable } from '../../../contract/portable-template.ts'
import type { PortableTemplate } from '../../../contract/shapes/template.ts'
import { stripControls } from '../../../core/safe-text.ts'
import { defineCommand } from '../../command/command.ts'
import { number, text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { isOverwriting, saveFile } from '../../output/save-file.ts'
import { callOnce } from '../../sending/call-once.ts'

export const command = defineCommand({
  endpoint: templates.get,
  positionals: ['id'],
  fields: { version: { name: 'at-version' }, export: { omit: true } },
  options: { file: { kind: 'text', placeholder: 'FILE' } },
  examples: ['templates export 9 --file monthly.json', 'templates export 9 > monthly.json'],
  async plan({ messages }, { options: { file } }) {
    if (file === undefined || file === '-' || !(await isOverwriting(file))) return undefined
    return { sentence: messages.people.overwritesFile(file), count: 1 }
  },
  async run(context, { input, options: { file } }) {
    const portable = await exportTemplate(context, input)
    const json = `${JSON.stringify(portable, null, 2)}\n`
    if (file !== undefined && file !== '-') {
      const bytes = await saveFile(file, Readable.from([Buffer.from(json)]), () => {})
      return { one: { file, bytes } }
    }
    const { host, output } = context
    await output.write(host.stdout.isTTY === true ? stripControls(json) : json)
    return undefined
  },
  view: { fields: [text('file'), number('bytes')] },
})

/** Builds the export from the template on a server without an export. */
async function exportTemplate(
  context: Context,
  input: { id: number; version?: number | undefined },
): Promise<PortableTemplate> {
  const answer = await callOnce(context, templates.get, { ...input, export: true })
  if ('checksum' in answer) return answer
  const { name = String(input.id), asunto = '', html = '', text = '' } = answer
  const { mjml = null, editor_json = null } = answer
  return toPortable({ name, asunto, html, text, mjml, editor_json })
}
