import type { Request } from '../../../contract/endpoint.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { Failure } from '../../../core/failure.ts'
import { findCampaign } from '../../../operations/find-campaign.ts'
import { campaignFields } from '../../campaigns/columns.ts'
import { convertOptions, convertTags } from '../../campaigns/convert-tags.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { callOnce } from '../../sending/call-once.ts'
import { showRequest } from '../../sending/show-request.ts'

export const command = defineCommand({
  endpoint: campaigns.update,
  positionals: ['id'],
  fields: {
    ...campaignFields,
    track_reads: { canBeOff: true },
    track_links: { canBeOff: true },
  },
  options: convertOptions,
  examples: [
    'campaigns update 7 --subject "Hello again"',
    'campaigns update 7 --html march.html',
    'campaigns update 7 --html mailchimp.html --convert-tags',
  ],
  handlesDryRun: true,
  failures: ['missing_input'],
  async run(context, { input, options }) {
    const request = options['convert-tags'] ? await withTranslatedTags(context, input) : input
    if (!context.flags.dryRun) return { one: await callOnce(context, campaigns.update, request) }
    await showRequest(context, campaigns.update, request)
    return undefined
  },
  view: { fields: [text('status')] },
})

type Edit = Request<typeof campaigns.update>

/** Translates what the edit changes: for what is stored already there is `campaigns check --fix`. */
async function withTranslatedTags(context: Context, edit: Edit): Promise<Edit> {
  const { id, asunto, preheader, html, text: plain, list_id: lists } = edit
  if ([asunto, preheader, html, plain].every((part) => part === undefined)) {
    throw new Failure('missing_input', { values: { flags: '--html' } })
  }
  const client = await context.client()
  const known = lists ?? (await findCampaign(client, Number(id))).list_id ?? []
  return convertTags(context, edit, known)
}
