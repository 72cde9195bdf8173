import type { Client } from '../../client/client.ts'
import type { Request } from '../../contract/endpoint.ts'
import { fieldValues } from '../../contract/field.ts'
import { campaigns } from '../../contract/modules/campaigns.ts'
import { templates } from '../../contract/modules/templates.ts'
import { countAudience, requireExpected } from '../../operations/audience.ts'
import { campaignsNamed, type KnownCampaign } from '../../operations/find-campaign.ts'
import { ifOffered } from '../../operations/not-offered.ts'
import { checkFromHere, isBlocker } from '../../operations/send-check.ts'
import type { Plan } from '../command/command.ts'
import type { Operation, OutcomeProbe } from '../command/operation.ts'
import type { Context } from '../context/context.ts'
import { convertTags } from './convert-tags.ts'
import { describeSend } from './describe-send.ts'
import { refuseBlocked } from './send-check.ts'
import { mayExpect } from './send-operation.ts'
import type { SendTime } from './send-time.ts'

type NewCampaign = Request<typeof campaigns.create>

/** Creates the operation. The time and the expected recipients do not make it another campaign. */
export async function createOperation(
  context: Context,
  input: NewCampaign,
  { instant, slot, zone }: SendTime,
  { convertsTags = false }: { convertsTags?: boolean | undefined } = {},
): Promise<Operation> {
  const { expect_recipients: expected, template_id: template, ...rest } = input
  const usesTemplate = template !== undefined && rest.html === undefined
  const written = { ...(usesTemplate && (await messageOf(context, template))), ...rest }
  const campaign = convertsTags ? await convertTags(context, written, input.list_id) : written
  const guard = expected && (await mayExpect(context)) ? { expect_recipients: expected } : {}
  // Only a server like ours stores the template. It is not part of the message.
  const origin =
    template !== undefined && (await mayExpect(context)) ? { template_id: template } : {}
  const time =
    instant === undefined ? {} : { scheduled_at: new Date(instant).toISOString(), timezone: zone }
  return {
    endpoint: campaigns.create,
    request: { ...campaign, ...origin, ...guard, ...time },
    subject: { endpoint: campaigns.create, request: campaign },
    ...(slot !== undefined && { slot }),
    probe: createProbe(context, input.camp_name),
  }
}

/** The message of a template. Without a text the server derives one from the HTML. */
async function messageOf(context: Context, id: number | string) {
  const client = await context.client()
  const request = fieldValues(templates.get, { id: String(id) }) as { id: number } // the only token of the path
  const { data } = await client.call(templates.get, request)
  return { html: data.html, ...(data.text && { text: data.text }) }
}

const campaignsNamedHere = async ({ client, host }: Context, name: string) =>
  campaignsNamed(await client(), name, { signal: host.stopped })

/** Finds the new campaign: it has this name and an id that did not exist before. */
const createProbe = (context: Context, name: string): OutcomeProbe => ({
  readState: async () => (await campaignsNamedHere(context, name)).map(({ id }) => String(id)),
  async findAnswer(before) {
    if (!Array.isArray(before)) return undefined
    const named = await campaignsNamedHere(context, name)
    const fresh = named.find(({ id }) => !before.includes(String(id)))
    return fresh && { ok: true, id: fresh.id, ...(fresh.status && { status: fresh.status }) }
  },
})

/** Finds the id by name on a server that does not answer it. Warns if there is none. */
export async function findCreated(
  context: Context,
  name: string,
): Promise<KnownCampaign['id'] | undefined> {
  const named = await campaignsNamedHere(context, name)
  const [newest] = named.sort((a, b) => Number(b.id) - Number(a.id))
  if (!newest) await context.output.warn(context.messages.sending.notFound)
  return newest?.id
}

interface CreatePlanRequest {
  time: SendTime
  allowed: readonly string[] | undefined
}

/** Plans the send of a new campaign; refuses it when a finding of the check blocks it. */
export async function planCreate(
  context: Context,
  input: NewCampaign,
  { time, allowed }: CreatePlanRequest,
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
  const client = await context.client()
  const counted = await countOnServer(client, input)
  const audience = await countAudience(client, campaign, counted)
  const isEnforced = await mayExpect(context)
  if (input.expect_recipients) requireExpected(audience, input.expect_recipients, { isEnforced })
  const items = await checkFromHere(client, campaign, audience)
  // A server that enforces it also checks the rest when it accepts the campaign.
  const found = isEnforced ? items.filter(isBlocker) : items
  await refuseBlocked(context, found, allowed)
  return describeSend(context, campaign, { audience, time })
}

/** Counts the audience of a new campaign exactly; undefined on a server that cannot. */
async function countOnServer(client: Client, input: NewCampaign) {
  const { camp_name, asunto, from_mail, list_id, exclude_list_id, segment_id } = input
  const addressed = {
    ...{ camp_name, asunto, from_mail, list_id },
    ...(exclude_list_id !== undefined && { exclude_list_id }),
    ...(segment_id !== undefined && { segment_id }),
  }
  const answer = await ifOffered(client.call(campaigns.create, { ...addressed, dry_run: '1' }))
  return answer && { recipients: answer.data.recipients, leftOut: answer.data.left_out }
}
