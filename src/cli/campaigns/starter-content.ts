import type { Request } from '../../contract/endpoint.ts'
import type { campaigns } from '../../contract/modules/campaigns.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'

type NewCampaign = Request<typeof campaigns.create>

/** Adds the message of a starter template to a new campaign that has none. */
export async function withStarter(
  context: Context,
  campaign: NewCampaign,
  starter: string | undefined,
): Promise<NewCampaign> {
  if (starter === undefined) return campaign
  const contents = { html: '--html', text: '--text', template_id: '--template' } as const
  for (const [key, other] of Object.entries(contents)) {
    if (campaign[key as keyof typeof contents] === undefined) continue
    const problem = { code: 'not_together', values: { other } } as const
    throw new Failure('usage', { problems: [{ field: '--starter', ...problem }] })
  }
  const { createStarter } = await import('./starters.ts')
  const { html } = await createStarter(context, starter, campaign.list_id)
  return { ...campaign, html }
}
