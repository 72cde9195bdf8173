import { endpoints, type NamedEndpoint } from '../../../src/contract/index.ts'
import { fillPath } from '../../../src/contract/path.ts'
import { campaignOf } from '../campaign-fixtures.ts'
import type { AccountFixture } from './account-fixture.ts'

export interface RouteRequest {
  path: string
  /** A string is sent unchanged with the headers, an object as JSON. */
  body?: object | string
  headers?: Record<string, string>
}

type Body = (account: AccountFixture) => object

const allContacts = { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] }

/** A valid body for each route, with ids of the account. */
const bodies: Record<string, Body> = {
  'auth.getToken': () => ({ username: 'nobody', pass: 'nothing' }),
  'auth.logout': () => ({}),
  'campaigns.create': ({ list, sender }) => campaignOf(list, { from_mail: sender, draft: true }),
  'campaigns.update': () => ({ asunto: 'changed' }),
  'campaigns.test': ({ contact }) => ({ emails: ['me@example.org'], contact_id: contact }),
  'campaigns.send': () => ({}),
  'campaigns.schedule': () => ({ scheduled_at: '2030-01-01T10:00:00Z', timezone: 'UTC' }),
  'campaigns.abWinner': () => ({ variant: 'a' }),
  'campaigns.duplicate': () => ({}),
  'campaigns.convert': ({ contact }) => ({ contact_id: contact, name: 'sale', event_id: 'one' }),
  'campaigns.resend': () => ({ to: 'unopened' }),
  'campaigns.archive': () => ({ public: true }),
  'lists.create': ({ template }) => ({ name: 'a list', welcome_template_id: template }),
  'lists.update': () => ({ description: 'changed' }),
  'lists.clean': () => ({ checks: ['syntax'] }),
  'contacts.add': () => ({ email: 'new@example.org' }),
  'contacts.update': () => ({ nombre: 'changed' }),
  'contacts.bulk': ({ contact }) => ({ action: 'add_tag', tag: 'new', contacts: [contact] }),
  'fields.create': () => ({ name: 'Talla', type: 'text' }),
  'fields.update': () => ({ name: 'changed' }),
  'segments.create': ({ list }) => ({ name: 'all', list_id: list, conditions: allContacts }),
  'segments.update': () => ({ name: 'changed' }),
  'segments.previewUnsaved': ({ list }) => ({ conditions: allContacts, list_id: list }),
  'segments.duplicate': () => ({}),
  'segments.toList': () => ({ name: 'from a segment' }),
  'users.signup': () => ({ email: 'a@example.org', username: 'someone', pass: 'long enough' }),
  'users.create': () => ({ email: 'a@example.org', username: 'someone', pass: 'long enough' }),
  'users.updateMe': () => ({ nombre: 'changed' }),
  'users.update': () => ({ nombre: 'changed' }),
  'users.role': () => ({ role: 'User' }),
  'users.status': () => ({ status: 'active' }),
  'users.setQuota': () => ({ ai_generations: 0 }),
  'customEvents.pixel': ({ contact }) => ({ name: 'visit', contact_id: contact }),
  'customEvents.send': ({ contact }) => ({ name: 'visit', contact_id: contact }),
  'keys.create': () => ({ name: 'program', preset: 'read' }),
  'keys.rotate': () => ({}),
  'invites.create': () => ({ days: 1 }),
  'recovery.forgot': () => ({ login: 'nobody' }),
  'recovery.reset': () => ({ code: 'none', pass: 'long enough' }),
  'suppressions.add': () => ({ email: 'new@example.org' }),
  'suppressions.remove': () => ({ email: 'new@example.org', reason: 'a mistake' }),
  'brand.set': () => ({ name: 'changed' }),
  'optin.set': ({ template }) => ({ template_id: template, subject: 'Confirm' }),
  'webhooks.create': () => ({ url: 'https://example.org/', events: ['contact.open'] }),
  'webhooks.update': () => ({ description: 'changed' }),
  'webhooks.replay': ({ event }) => ({ event_ids: [event] }),
  'senders.create': ({ sender }) => ({ from_name: 'Me', from_mail: sender }),
  'senders.verify': ({ sender }) => ({ from_mail: sender, code: '123456' }),
  'templates.create': ({ template }) => ({ id: template, html: '<p>changed</p>' }),
  'subscription.update': () => ({ nombre: 'changed' }),
  'subscription.unsubscribe': () => ({}),
  'public.subscribe': ({ publicId, email }) => ({ list_id: publicId, email }),
  'public.unsubscribe': ({ publicId, email }) => ({ list_id: publicId, email }),
  'automations.create': ({ list }) => ({
    name: 'welcome',
    trigger: { type: 'list_joined', list_id: list },
    nodes: [
      { id: 'start', type: 'trigger' },
      { id: 'end', type: 'exit' },
    ],
    edges: [{ from: 'start', to: 'end' }],
  }),
  'automations.update': () => ({ name: 'changed' }),
  'automations.deactivate': () => ({ mode: 'pause' }),
  'automations.trigger': ({ contact }) => ({ contact_id: contact }),
  'automationTests.walk': ({ contact }) => ({ contact: String(contact) }),
}

/** The smallest image that a decoder takes. */
const gif = {
  body: Buffer.from(
    'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==',
    'base64',
  ).toString('latin1'),
  headers: { 'content-type': 'image/gif' },
}

const csv = { body: 'email\nnew@example.org\n', headers: { 'content-type': 'text/csv' } }

/** The object that `:id` means, by noun. For all other nouns it is the list. */
const idOf: Record<string, (account: AccountFixture) => number> = {
  campaigns: ({ campaign }) => campaign,
  segments: ({ segment }) => segment,
  users: ({ user }) => user.id,
  brand: ({ user }) => user.id,
  optin: ({ user }) => user.id,
  audit: ({ user }) => user.id,
  webhooks: ({ user }) => user.id,
  templates: ({ template }) => template,
  automations: ({ automation }) => automation,
  automationTests: ({ automation }) => automation,
  media: ({ image }) => image,
}

/**
 * Returns a complete request for a route, with ids of `account`. If `host` is another account, the
 * outermost id in the path is from `host`.
 */
export function requestOf(
  { id, noun, endpoint }: NamedEndpoint,
  account: AccountFixture,
  host: AccountFixture = account,
): RouteRequest {
  const { app, contact, field, job, key, message, webhook, xsid } = account
  const outer = (idOf[noun] ?? (({ list }: AccountFixture) => list))(host)
  const language = 'en'
  const tokens = { id: outer, app, contact, field, job, key, language, message, webhook, xsid }
  const path = fillPath(endpoint.path, tokens) ?? ''
  const query = noun === 'search' ? '?q=quokka' : ''
  const { kind } = endpoint.body
  return {
    path: path + query,
    ...(kind === 'file' && (noun === 'media' ? gif : csv)),
    ...((kind === 'json' || kind === 'rows') && { body: bodyOf(id)(account) }),
  }
}

function bodyOf(id: string): Body {
  const body = bodies[id]
  if (!body) throw new Error(`no body for ${id}`)
  return body
}

/** The endpoints, with the destructive ones last, the most nested first. All others find their objects. */
export const destructiveLast: readonly NamedEndpoint[] = [...endpoints].sort(
  (a, b) => rankOf(a) - rankOf(b),
)

function rankOf({ endpoint: { effect, path } }: NamedEndpoint): number {
  return effect === 'destroy' ? 100 - path.split('/').length : 0
}
