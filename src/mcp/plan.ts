import type { Client } from '../client/client.ts'
import type { Fields } from '../client/request.ts'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'
import type { Account } from './account.ts'
import { type Audience, countAudience } from './audience.ts'
import { digestOf } from './confirmations.ts'
import { findCampaign, isNotOffered } from './known-campaign.ts'
import { type CheckItem, checkSend } from './send-check.ts'
import type { Session } from './session.ts'
import type { Member } from './surface.ts'

/** What a call would do: to what, to how many, when. All of it is shown, and all of it is confirmed. */
export interface Plan {
  /** `campaigns.send` */
  action: string
  account: string | undefined
  arguments: Fields
  /** What it acts on, as it is now. */
  subject?: object
  /** Of a send. */
  recipients?: Audience
  when?: string
  checks?: readonly CheckItem[]
  /** Stands for everything about the subject that is too long to show. */
  content?: string
}

type Described = Pick<Plan, 'subject' | 'recipients' | 'when' | 'checks' | 'content'>

/** Looks at everything anew, each time: nothing of an earlier plan is believed. */
export async function makePlan(
  session: Session,
  account: Account,
  { member, request }: { member: Member; request: Fields },
): Promise<Plan> {
  const { id } = member
  const described =
    id.startsWith('campaigns.') && !isEnd.has(id)
      ? await describeSend(session, { member, request })
      : await describeSubject(session.client, { member, request })
  const entering = id === 'automations.activate' ? await rehearse(session.client, request) : {}
  return { action: id, account: account.username, arguments: request, ...described, ...entering }
}

/** Whether an automation could be activated, and how many would enter it at once. */
async function rehearse(client: Client, request: Fields): Promise<Described> {
  if (!(await client.offers('dry-run'))) return {}
  const asked = { id: Number(request.id), dry_run: true }
  const { data } = await client.call(contract.automations.activate, asked)
  return { recipients: { count: data.enter, is_most: false } }
}

/** Of these it matters what is ended, not what it would have sent. */
const isEnd = new Set(['campaigns.cancel', 'campaigns.delete'])

const isBegin = new Set(['campaigns.send', 'campaigns.schedule'])

/** These change while a campaign is sent, and are not what is agreed to. */
const moving = ['sent', 'failed', 'updated_at', 'started_at']

async function describeSend(
  { client, clock, words }: Session,
  { member, request }: { member: Member; request: Fields },
): Promise<Described> {
  const id = Number(request.id)
  const campaign = await findCampaign(client, id)
  const content = Object.fromEntries(
    Object.entries(campaign).filter(([name]) => !moving.includes(name)),
  )
  const shown = { subject: picked(campaign, shownOf.campaigns), content: digestOf(content) }
  if (member.id === 'campaigns.test') {
    const { emails = [] } = request as { emails?: readonly string[] } // its shape was checked
    return { ...shown, recipients: { count: emails.length, is_most: false }, when: words.own.now }
  }
  const when = whenOf(request, clock.now()) ?? words.own.now
  const audience = await countAudience(client, campaign)
  // What has begun was checked, and a part of its people has been written to.
  if (!isBegin.has(member.id)) return { ...shown, recipients: { ...audience, is_most: true }, when }
  const checks = await checkSend(client, { id, campaign, audience })
  return { ...shown, recipients: audience, when, checks }
}

/** In UTC; undefined is now. Failure `invalid` for what is past. */
function whenOf({ scheduled_at: at }: Fields, now: number): string | undefined {
  if (typeof at !== 'string') return undefined
  const instant = Date.parse(at)
  if (instant >= now) return new Date(instant).toISOString()
  throw new Failure('invalid', { problems: [{ field: 'scheduled_at', code: 'past_time' }] })
}

const shownOf = {
  campaigns: ['id', 'camp_name', 'asunto', 'from_name', 'from_mail', 'list_id', 'status'],
  lists: ['id', 'name', 'contacts', 'active'],
  contacts: ['id', 'email', 'nombre', 'status'],
  segments: ['id', 'name', 'list_id', 'contacts'],
  templates: ['id', 'name', 'version'],
  automations: ['id', 'name', 'status', 'version', 'active'],
}

/** By which read an action shows what it acts on, where that is not the `get` of its noun. */
const otherSubjects: Partial<Record<string, 'lists' | 'contacts'>> = {
  'contacts.add': 'lists',
  'lists.clean': 'lists',
}

async function describeSubject(
  client: Client,
  { member, request }: { member: Member; request: Fields },
): Promise<Described> {
  const noun = (otherSubjects[member.id] ?? member.noun) as keyof typeof shownOf // of grave members alone
  const { get } = contract[noun]
  const place = { id: Number(request.id), contact: String(request.contact ?? '') }
  try {
    const { data } = await client.call(get, noun === 'contacts' ? place : { id: place.id })
    return { subject: picked(data, shownOf[noun]) }
  } catch (error) {
    // Of a server that does not tell, the plan says what was asked.
    if (isNotOffered(error)) return {}
    throw error
  }
}

const picked = (data: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(data).filter(([name]) => names.includes(name)))
