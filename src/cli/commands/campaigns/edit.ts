import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { convertOptions } from '../../campaigns/convert-tags.ts'
import { changeFields, updateCampaign } from '../../campaigns/update-campaign.ts'
import { defineCommand } from '../../command/command.ts'
import { bool, text } from '../../command/view.ts'
import { editorFailures, editorOptions } from '../../editor/options.ts'
import { imageOptions } from '../../media/local-images.ts'
import { flagsOf } from '../../syntax/flag.ts'

const positionals = ['id'] as const
const editorFlags = Object.keys(editorOptions) as (keyof typeof editorOptions)[] // its own keys
const changeFlags = flagsOf(campaigns.update, { fields: changeFields, positionals })

/** With flags it changes the draft as `campaigns update` does; without, it opens the editor. */
export const command = defineCommand({
  endpoint: campaigns.update,
  positionals,
  fields: changeFields,
  handlesDryRun: true,
  options: { ...convertOptions, ...imageOptions, ...editorOptions },
  examples: [
    'campaigns edit 7',
    'campaigns edit 7 --subject "Hello again"',
    'campaigns edit 7 --editor',
    'campaigns edit 7 --watch march.html --save',
  ],
  failures: [...editorFailures, 'images_refused'],
  async run(context, { input, options, files }) {
    const change = changeFlags.find(({ key }) => Object.hasOwn(input, key))
    if (change) {
      const name = editorFlags.find((each) => options[each] !== undefined)
      if (name) {
        const problem = { code: 'not_together', values: { other: `--${change.name}` } } as const
        throw new Failure('usage', { problems: [{ field: `--${name}`, ...problem }] })
      }
      return updateCampaign(context, input, {
        convertsTags: options['convert-tags'],
        ...{ files, uploads: options['upload-images'] },
      })
    }
    const { editDocument } = await import('../../editor/edit-document.ts')
    const { campaignDocument } = await import('../../editor/documents/campaign.ts')
    return editDocument(context, options, () => campaignDocument(context, input.id))
  },
  view: { fields: [text('id'), text('camp_name'), bool('saved')] },
})
