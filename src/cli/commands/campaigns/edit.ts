import { interruption } from '../../../client/interruption.ts'
import { fieldsOf } from '../../../contract/field.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure, type ProblemCode, type Values } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'

/** No flags: the editor changes only the message of a campaign. */
const noFlags = Object.fromEntries(
  fieldsOf(campaigns.update).map(({ key }) => [key, { omit: true as const }]),
)

export const command = defineCommand({
  endpoint: campaigns.update,
  positionals: ['id'],
  fields: noFlags,
  handlesDryRun: true,
  options: {
    editor: { kind: 'switch' },
    watch: { kind: 'text', placeholder: 'FILE' },
    save: { kind: 'switch' },
    'no-browser': { kind: 'switch' },
  },
  examples: [
    'campaigns edit 7',
    'campaigns edit 7 --no-browser',
    'campaigns edit 7 --editor',
    'campaigns edit 7 --watch march.html --save',
  ],
  failures: ['no_dry_run', 'file_unreadable', 'file_empty', 'interrupted', 'terminated'],
  async run(context, { input: { id }, options }) {
    const { editor: inProgram, watch: file, save: saves = false } = options
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

const misused = (code: ProblemCode, values: Values = {}): Failure =>
  new Failure('usage', { problems: [{ field: '--watch', code, values }] })
