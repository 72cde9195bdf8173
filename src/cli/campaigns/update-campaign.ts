import type { Request } from '../../contract/endpoint.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { Failure } from '../../core/failure.ts'
import { findCampaign } from '../../operations/find-campaign.ts'
import type { Context } from '../context/context.ts'
import { type ImageOptions, withImages } from '../media/local-images.ts'
import type { Document } from '../output/document.ts'
import { callOnce } from '../sending/call-once.ts'
import { showRequest } from '../sending/show-request.ts'
import { campaignFields, campaignStatus } from './columns.ts'
import { convertTags } from './convert-tags.ts'

/** The flags that change a draft, of `campaigns update` and `campaigns edit`. */
export const changeFields = {
  ...campaignFields,
  track_reads: { canBeOff: true },
  track_links: { canBeOff: true },
} as const

type Change = Request<typeof campaigns.update>

interface UpdateOptions extends ImageOptions {
  convertsTags?: boolean | undefined
}

/** Changes a draft, or shows the request for `--dry-run`. */
export async function updateCampaign(
  context: Context,
  change: Change,
  { convertsTags = false, ...images }: UpdateOptions,
): Promise<Document | undefined> {
  const shown = await withImages(context, change, images)
  const request = convertsTags ? await withTranslatedTags(context, shown) : shown
  if (!context.flags.dryRun) {
    return {
      one: await callOnce(context, campaigns.update, request),
      view: { fields: [campaignStatus] },
    }
  }
  await showRequest(context, campaigns.update, request)
  return undefined
}

/** Translates what is changed: for what is stored already there is `campaigns check --fix`. */
async function withTranslatedTags(context: Context, change: Change): Promise<Change> {
  const { id, asunto, preheader, html, text: plain, list_id: lists } = change
  if ([asunto, preheader, html, plain].every((part) => part === undefined)) {
    throw new Failure('missing_input', { values: { flags: '--html' } })
  }
  const client = await context.client()
  const known = lists ?? (await findCampaign(client, id)).list_id ?? []
  return convertTags(context, change, known)
}
