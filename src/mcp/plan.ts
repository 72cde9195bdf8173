import type { Client } from '../client/client.ts'
import type { Fields } from '../client/request.ts'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'
import type { Audience, ExpectedRecipients } from '../operations/audience.ts'
import { findCampaign } from '../operations/find-campaign.ts'
import { ifOffered } from '../operations/not-offered.ts'
import { planContinuation, planSend } from '../operations/plan-send.ts'
import { rehearseActivation } from '../operations/rehearse-activation.ts'
import type { Account } from './account.ts'
import { digestOf } from './confirmations.ts'
import { type KnownCheck, knownChecks } from './known-checks.ts'
import type { Session } from './session.ts'
import type { ToolAction } from './tool-specs.ts'

interface Recipients {
  count: number | undefined
  /** Whether `count` is an upper bound. */
  is_most: boolean
}

/** What a call would do: to what, to how many, when. Everything in it is shown and confirmed. */
export interface Plan {
  /** `campaigns.send` */
  action: string
  account: string | undefined
  arguments: Fields
  /** The current state of what it changes. */
  subject?: object
  /** Only for a send. */
  recipients?: Recipients
  when?: string
  checks?: readonly KnownCheck[]
  /** Digest of the whole subject, most of which is too long to show. */
  content?: string
}

type Described = Pick<Plan, 'subject' | 'recipients' | 'when' | 'checks' | 'content'>

/** Creates a plan from current data, without reusing anything from an earlier plan. */
export async function makePlan(
  session: Session,
  account: Account,
  { action, request }: { action: ToolAction; request: Fields },
): Promise<Plan> {
  const { id } = action
  const described =
    id.startsWith('campaigns.') && !stopsSending.has(id)
      ? await describeSend(session, { action, request })
      : await describeSubject(session.client, { action, request })
  const entering =
    id === 'automations.activate' ? await describeActivation(session.client, request) : {}
  return { action: id, account: account.username, arguments: request, ...described, ...entering }
}

/** Rehearses an activation, to show how many contacts would enter. */
async function describeActivation(client: Client, request: Fields): Promise<Described> {
  const count = await rehearseActivation(client, Number(request.id))
  return count === undefined ? {} : { recipients: { count, is_most: false } }
}

/** Actions that end a campaign: the plan shows the campaign and not its audience. */
const stopsSending = new Set(['campaigns.cancel', 'campaigns.delete'])

const startsSending = new Set(['campaigns.send', 'campaigns.schedule'])

/** Fields that change during a send and are not part of the confirmation. */
const volatileFields = ['sent', 'failed', 'updated_at', 'started_at']

async function describeSend(
  { client, clock, messages }: Session,
  { action, request }: { action: ToolAction; request: Fields },
): Promise<Described> {
  const id = Number(request.id)
  if (action.id === 'campaigns.test') {
    const { emails = [] } = request as { emails?: readonly string[] } // validated by the contract
    const recipients = { count: emails.length, is_most: false }
    return {
      ...describeCampaign(await findCampaign(client, id)),
      recipients,
      when: messages.assistant.now,
    }
  }
  const when = whenOf(request, clock.now()) ?? messages.assistant.now
  if (!startsSending.has(action.id)) {
    const { campaign, audience } = await planContinuation(client, id)
    return { ...describeCampaign(campaign), recipients: recipientsOf(audience), when }
  }
  const { expect_recipients: expected } = request as { expect_recipients?: ExpectedRecipients } // likewise
  const { campaign, audience, checks } = await planSend(client, id, { expected })
  return {
    ...describeCampaign(campaign),
    recipients: recipientsOf(audience),
    when,
    checks: knownChecks(checks),
  }
}

function describeCampaign(campaign: object): Described {
  const content = Object.fromEntries(
    Object.entries(campaign).filter(([name]) => !volatileFields.includes(name)),
  )
  return { subject: pick(campaign, subjectFields.campaigns), content: digestOf(content) }
}

const recipientsOf = ({ count, isMost }: Audience): Recipients => ({ count, is_most: isMost })

/** The time in UTC; undefined means now. Throws Failure `invalid` for a past time. */
function whenOf({ scheduled_at: time }: Fields, now: number): string | undefined {
  if (typeof time !== 'string') return undefined
  const instant = Date.parse(time)
  if (instant >= now) return new Date(instant).toISOString()
  throw new Failure('invalid', { problems: [{ field: 'scheduled_at', code: 'past_time' }] })
}

const subjectFields = {
  campaigns: ['id', 'camp_name', 'asunto', 'from_name', 'from_mail', 'list_id', 'status'],
  lists: ['id', 'name', 'contacts', 'active'],
  contacts: ['id', 'email', 'nombre', 'status'],
  segments: ['id', 'name', 'list_id', 'contacts'],
  templates: ['id', 'name', 'version'],
  automations: ['id', 'name', 'status', 'version', 'active'],
}

/** The noun whose `get` shows the subject, if it is not the noun of the action. */
const subjectNouns: Partial<Record<string, 'lists' | 'contacts'>> = {
  'contacts.add': 'lists',
  'lists.clean': 'lists',
}

async function describeSubject(
  client: Client,
  { action, request }: { action: ToolAction; request: Fields },
): Promise<Described> {
  const noun = (subjectNouns[action.id] ?? action.noun) as keyof typeof subjectFields // only these nouns need a confirmation
  const { get } = contract[noun]
  const ids = { id: Number(request.id), contact: String(request.contact ?? '') }
  const call = client.call(get, noun === 'contacts' ? ids : { id: ids.id })
  const answer = await ifOffered<{ data: object }>(call)
  // Without the subject the plan still shows the arguments.
  return answer ? { subject: pick(answer.data, subjectFields[noun]) } : {}
}

const pick = (data: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
