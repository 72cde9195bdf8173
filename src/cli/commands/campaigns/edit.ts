import { interruption } from '../../../client/interruption.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure, type Values } from '../../../core/failure.ts'
import type { ProblemCode } from '../../../core/problem-codes.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { changeFields, updateCampaign } from '../../campaigns/update-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { imageOptions } from '../../media/local-images.ts'
import { flagsOf } from '../../syntax/flag.ts'

const positionals = ['id'] as const
const changeFlags = flagsOf(campaigns.update, { fields: changeFields, positionals })
const editorFlags = ['editor', 'watch', 'save', 'no-browser'] as const

/** With flags it changes the draft as `campaigns update` does; without, it opens the editor. */
export const command = defineCommand({
  endpoint: campaigns.update,
  positionals,
  fields: changeFields,
  handlesDryRun: true,
  options: {
    ...convertOptions,
    ...imageOptions,
    editor: { kind: 'switch' },
    watch: { kind: 'text', placeholder: 'FILE' },
    save: { kind: 'switch' },
    'no-browser': { kind: 'switch' },
  },
  examples: [
    'campaigns edit 7',
    'campaigns edit 7 --subject "Hello again"',
    'campaigns edit 7 --editor',
    'campaigns edit 7 --watch march.html --save',
  ],
  failures: [
    'no_dry_run',
    'file_unreadable',
    'file_empty',
    'images_refused',
    'interrupted',
    'terminated',
  ],
  async run(context, { input, options, files }) {
    const { editor: inProgram, watch: file, save: saves = false } = options
    const change = changeFlags.find(({ key }) => Object.hasOwn(input, key))
    if (change) {
      const name = editorFlags.find((each) => options[each] !== undefined)
      if (name) throw misused('not_together', { other: `--${change.name}` }, `--${name}`)
      return updateCampaign(context, input, {
        convertsTags: options['convert-tags'],
        ...{ files, uploads: options['upload-images'] },
      })
    }
    const { id } = input
    if (context.flags.dryRun) throw new Failure('no_dry_run')
    if (inProgram && file !== undefined) throw misused('not_together', { other: '--editor' })
    if (saves && file === undefined) throw misused('required')
    const { output, settings, host } = context
    const { loadEditorMessages } = await import('../../../messages/editor.ts')
    const editorMessages = await loadEditorMessages(settings.language.value)
    const editing = { context, messages: editorMessages, id }
    if (inProgram) {
      const { editInProgram } = await import('../../editor/edit-in-program.ts')
      const one = await editInProgram(editing)
      return typeof one === 'number' ? { exit: one } : { one }
    }
    const opens = !options['no-browser']
    const one =
      file === undefined
        ? await (await import('../../editor/edit-in-browser.ts')).editInBrowser(editing, { opens })
        : await (await import('../../editor/watch-file.ts')).watchFile(editing, {
            file,
            opens,
            saves,
          })
    if (one.unsaved) await output.warn(editorMessages.run.unsaved)
    // Ctrl-C is the normal end. It is an interruption only if there are unsaved changes.
    if (one.unsaved && host.stopped.aborted) throw interruption(host.stopped)
    return { one }
  },
  view: { fields: [text('id'), text('camp_name'), bool('saved')] },
})

const misused = (code: ProblemCode, values: Values = {}, field = '--watch'): Failure =>
  new Failure('usage', { problems: [{ field, code, values }] })
