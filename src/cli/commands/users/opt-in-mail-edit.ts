import { languages } from '../../../core/language.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { editorFailures, editorOptions } from '../../editor/options.ts'
import { ownId } from '../../references/own-id.ts'

export const command = defineCommand({
  effect: 'update',
  options: {
    language: { kind: 'text', choices: languages, required: true },
    ...editorOptions,
  },
  examples: [
    'users opt-in-mail edit --language es',
    'users opt-in-mail edit --language en --editor',
  ],
  failures: [...editorFailures, 'not_found', 'invalid', 'missing_input'],
  async run(context, { options }) {
    const language = languages.find((each) => each === options.language) ?? 'en'
    const { editDocument } = await import('../../editor/edit-document.ts')
    const { optInMailDocument } = await import('../../editor/documents/opt-in-mail.ts')
    return editDocument(context, options, async (messages) => {
      const id = Number(await ownId(context))
      return optInMailDocument(context, { id, language, messages })
    })
  },
  view: { fields: [text('language'), bool('saved')] },
})
