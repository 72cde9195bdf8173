import { wireId } from '../../../contract/path.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { editorFailures, editorOptions } from '../../editor/options.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['id'],
  references: { id: 'list' },
  options: editorOptions,
  examples: ['lists welcome-mail edit Customers', 'lists welcome-mail edit 3 --editor'],
  failures: [...editorFailures, 'not_found', 'ambiguous_name', 'missing_word'],
  async run(context, { positionals, options }) {
    const id = wireId(positionals.id ?? '')
    const { editDocument } = await import('../../editor/edit-document.ts')
    const { welcomeMailDocument } = await import('../../editor/documents/welcome-mail.ts')
    return editDocument(context, options, (messages) =>
      welcomeMailDocument(context, { id, messages }),
    )
  },
  view: { fields: [text('id'), bool('saved')] },
})
