import type { Client } from '../client/client.ts'
import type { Fields } from '../client/request.ts'
import { contract } from '../contract/index.ts'
import type { ContactStatus } from '../contract/shapes/contact.ts'
import { Failure } from '../core/failure.ts'
import type { Audience, ExpectedRecipients } from '../operations/audience.ts'
import { findCampaign } from '../operations/find-campaign.ts'
import { ifOffered } from '../operations/not-offered.ts'
import { planContinuation, planSend } from '../operations/plan-send.ts'
import { rehearseActivation } from '../operations/rehearse-activation.ts'
import type { Account } from './account.ts'
import { digestOf } from './confirmations.ts'
import { knownChecks } from './known-checks.ts'
import type { Plan, Recipients } from './plan-shape.ts'
import type { Session } from './session.ts'
import type { ToolAction } from './tool-specs.ts'

type Described = Omit<Plan, 'action' | 'account' | 'arguments'>

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
  const affecting = id === 'contacts.bulk' ? await describeBulk(session.client, request) : {}
  const shown = shortened(request)
  return {
    action: id,
    account: account.username,
    ...(account.isSandbox && { sandbox: true }),
    arguments: shown,
    ...described,
    ...entering,
    ...affecting,
    // A confirmation is for all of the arguments.
    ...(shown !== request && { content: digestOf([described.content, request]) }),
  }
}

/** What of a long text or list a plan shows. */
const maxText = 2000
const maxRows = 20

/** Shortens long values, which the assistant has just written. The same object if there are none. */
function shortened(request: Fields): Fields {
  const short = Object.entries(request).map(([name, value]) => [name, cut(value)] as const)
  return short.some(([name, value]) => value !== request[name])
    ? Object.fromEntries(short)
    : request
}

function cut(value: unknown): unknown {
  if (typeof value === 'string' && value.length > maxText) {
    return `${value.slice(0, maxText)}… (${value.length})`
  }
  return Array.isArray(value) && value.length > maxRows
    ? [...value.slice(0, maxRows), `… (${value.length})`]
    : value
}

/** Counts the contacts of a change of many. A server that cannot count them shows only the filter. */
async function describeBulk(client: Client, request: Fields): Promise<Described> {
  const { id, contacts, filter = {} } = request as Partial<BulkRequest> // checked by the contract
  if (contacts) return { affected: contacts.length }
  const { tag, segment_id, ...known } = filter
  const tagged = { op: 'and', rules: [{ field: 'tags', operator: 'contains', value: tag }] }
  const call = client.call(contract.contacts.list, {
    ...known,
    id: Number(id),
    limit: 1,
    ...(segment_id !== undefined && { segment_id: Number(segment_id) }),
    ...(tag !== undefined && { conditions: JSON.stringify(tagged) }),
  })
  const total = (await ifOffered(call))?.data.total
  return total === undefined ? {} : { affected: total }
}

interface BulkRequest {
  id: unknown
  contacts?: readonly unknown[]
  filter?: { tag?: string; segment_id?: unknown; q?: string; status?: ContactStatus }
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
  'contacts.bulk': 'lists',
  'fields.delete': 'lists',
  'fields.update': 'lists',
  'lists.clean': 'lists',
}

async function describeSubject(
  client: Client,
  { action, request }: { action: ToolAction; request: Fields },
): Promise<Described> {
  const noun = subjectNouns[action.id] ?? action.noun
  if (!isSubject(noun)) return {}
  const { get } = contract[noun]
  const ids = { id: Number(request.id), contact: String(request.contact ?? '') }
  const call = client.call(get, noun === 'contacts' ? ids : { id: ids.id })
  const answer = await ifOffered<{ data: object }>(call)
  // Without the subject the plan still shows the arguments.
  return answer ? { subject: pick(answer.data, subjectFields[noun]) } : {}
}

/** Suppressions and senders have nothing that could be shown before. */
const isSubject = (noun: string): noun is keyof typeof subjectFields =>
  Object.hasOwn(subjectFields, noun)

const pick = (data: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
