import type { Request } from '../../../contract/endpoint.ts'
import { fieldValues } from '../../../contract/field.ts'
import { campaigns } from '../../../contract/modules/campaigns.ts'
import { templates } from '../../../contract/modules/templates.ts'
import type { Plan } from '../../command.ts'
import type { Context } from '../../context.ts'
import type { Errand, Witness } from '../../sending/errand.ts'
import { countAudience, refuseDrift } from './audience.ts'
import { type KnownCampaign, namedCampaigns } from './find-campaign.ts'
import { checkFromHere, refuseBlocked } from './send-check.ts'
import { enforces } from './send-errand.ts'
import { planOf } from './send-plan.ts'
import type { SendTime } from './send-time.ts'

type NewCampaign = Request<typeof campaigns.create>

/** The campaign as it goes out; what only says when and how many is no part of what it is. */
export async function createErrand(
  context: Context,
  input: NewCampaign,
  { instant, slot, zone }: SendTime,
): Promise<Errand> {
  const { expect_recipients: expected, template_id: template, ...rest } = input
  const isMade = template !== undefined && rest.html === undefined
  const campaign = { ...(isMade && (await messageOf(context, template))), ...rest }
  const guard = expected && (await enforces(context)) ? { expect_recipients: expected } : {}
  // What it was made from is kept by servers like ours, and is nothing that goes out.
  const origin =
    template !== undefined && (await enforces(context)) ? { template_id: template } : {}
  const time =
    instant === undefined ? {} : { scheduled_at: new Date(instant).toISOString(), timezone: zone }
  return {
    endpoint: campaigns.create,
    request: { ...campaign, ...origin, ...guard, ...time },
    subject: { endpoint: campaigns.create, request: campaign },
    ...(slot !== undefined && { slot }),
    witness: witnessOf(context, input.camp_name),
  }
}

/** The message of a template; a server that keeps no text beside the HTML makes one itself. */
async function messageOf(context: Context, id: number | string) {
  const client = await context.client()
  const place = fieldValues(templates.get, { id: String(id) }) as { id: number } // its path's one token
  const { data } = await client.call(templates.get, place)
  return { html: data.html, ...(data.text && { text: data.text }) }
}

/** A campaign of that name among ids that were not seen before is the one. */
const witnessOf = (context: Context, name: string): Witness => ({
  look: async () => (await namedCampaigns(context, name)).map(({ id }) => String(id)),
  async tell(before) {
    if (!Array.isArray(before)) return undefined
    const named = await namedCampaigns(context, name)
    const fresh = named.find(({ id }) => !before.includes(String(id)))
    return fresh && { ok: true, id: fresh.id, ...(fresh.status && { status: fresh.status }) }
  },
})

/** The number of the newest of that name, for a server that does not answer it; says so in vain. */
export async function findCreated(
  context: Context,
  name: string,
): Promise<KnownCampaign['id'] | undefined> {
  const named = await namedCampaigns(context, name)
  const [newest] = named.sort((one, other) => Number(other.id) - Number(one.id))
  if (!newest) await context.output.warn(context.words.sending.notFound)
  return newest?.id
}

interface Planned {
  time: SendTime
  allowed: readonly string[] | undefined
}

/** Everything that is looked at before a new campaign goes out. */
export async function planCreate(
  context: Context,
  input: NewCampaign,
  { time, allowed }: Planned,
): Promise<Plan> {
  const campaign: Omit<KnownCampaign, 'id'> = {
    camp_name: input.camp_name,
    asunto: input.asunto,
    from_mail: input.from_mail,
    list_id: input.list_id,
    html: input.html ?? '',
    text: input.text ?? '',
    ...(input.exclude_list_id && { exclude_list_id: input.exclude_list_id }),
    ...(input.segment_id !== undefined && { segment_id: input.segment_id }),
  }
  const audience = await countAudience(context, campaign)
  const isLeftToServer = await enforces(context)
  if (input.expect_recipients) {
    refuseDrift(audience, input.expect_recipients, { isLeftToServer })
  }
  const items = await checkFromHere(context, campaign, audience)
  // A server like ours looks at all of it itself when it takes the campaign.
  const found = isLeftToServer ? items.filter(({ level }) => level === 'error') : items
  await refuseBlocked(context, found, allowed)
  return planOf(context, campaign, { audience, time })
}
