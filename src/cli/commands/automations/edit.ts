import { wireId } from '../../../contract/path.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { editorFailures, editorOptions } from '../../editor/options.ts'

export const command = defineCommand({
  effect: 'update',
  positionals: ['id'],
  references: { id: 'automation' },
  options: { message: { kind: 'text', placeholder: 'MESSAGE' }, ...editorOptions },
  examples: [
    'automations edit Welcome',
    'automations edit 2 --message hello',
    'automations edit 2 --message hello --editor',
  ],
  failures: [...editorFailures, 'not_found', 'ambiguous_name', 'missing_word', 'missing_input'],
  async run(context, { positionals, options }) {
    const id = wireId(positionals.id ?? '')
    const { editDocument } = await import('../../editor/edit-document.ts')
    const { automationMessageDocument } = await import(
      '../../editor/documents/automation-message.ts'
    )
    const { chooseMessage } = await import('../../editor/choose-message.ts')
    return editDocument(context, options, async (messages) => {
      const node = await chooseMessage(context, { id, given: options.message, messages })
      return automationMessageDocument(context, { id, node, messages })
    })
  },
  view: { fields: [text('id'), text('message'), bool('saved')] },
})
