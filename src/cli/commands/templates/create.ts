import { templates } from '../../../contract/modules/templates.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, number, text } from '../../command/view.ts'
import { imageOptions, withImages } from '../../media/local-images.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

/** Without any of these there is nothing to save. */
const contentKeys = ['html', 'text', 'mjml', 'editor_json', 'name', 'asunto', 'archived', 'id']

export const command = defineCommand({
  endpoint: templates.create,
  fields: {
    asunto: { name: 'subject' },
    html: { from: 'file' },
    text: { from: 'file' },
    mjml: { from: 'file' },
    editor_json: { from: 'file' },
    archived: { canBeOff: true },
    // A separate verb.
    import: { omit: true },
  },
  options: imageOptions,
  form: {
    isIncomplete: (answers) => contentKeys.every((key) => answers[key] === undefined),
    async ask(_, form) {
      await form.ask('name')
      await form.ask('html')
      await form.ask('asunto', { isOptional: true })
    },
  },
  examples: [
    'templates create --name Monthly --html monthly.html',
    'templates create --id 9 --html monthly.html --subject "News of the month"',
    'templates create --name Monthly --html newsletter/monthly.html --upload-images',
    'templates create --id 9 --archived',
  ],
  handlesDryRun: true,
  failures: ['images_refused'],
  async run(context, { input, options, files }) {
    const request = await withImages(context, input, { files, uploads: options['upload-images'] })
    if (!context.flags.dryRun) return { one: await callOnce(context, templates.create, request) }
    await showRequest(context, templates.create, request)
    return undefined
  },
  view: { fields: [text('id'), bool('ok'), number('version')] },
})
