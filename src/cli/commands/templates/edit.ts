import { wireId } from '../../../contract/path.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { editorFailures, editorOptions } from '../../editor/options.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['id'],
  references: { id: 'template' },
  options: editorOptions,
  examples: [
    'templates edit Monthly',
    'templates edit 9 --editor',
    'templates edit 9 --watch monthly.html --save',
  ],
  failures: [...editorFailures, 'not_found', 'ambiguous_name', 'missing_word'],
  async run(context, { positionals, options }) {
    const id = wireId(positionals.id ?? '')
    const { editDocument } = await import('../../editor/edit-document.ts')
    const { templateDocument } = await import('../../editor/documents/template.ts')
    return editDocument(context, options, (messages) => templateDocument(context, { id, messages }))
  },
  view: { fields: [text('id'), text('name'), bool('saved')] },
})
