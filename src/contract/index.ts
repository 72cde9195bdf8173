import type { Endpoint } from './endpoint.ts'
import { apps } from './modules/access/apps.ts'
import { invites } from './modules/access/invites.ts'
import { keys } from './modules/access/keys.ts'
import { recovery } from './modules/access/recovery.ts'
import { audit } from './modules/audit.ts'
import { auth } from './modules/auth.ts'
import { automationTests } from './modules/automation-tests.ts'
import { automations } from './modules/automations.ts'
import { brand } from './modules/brand.ts'
import { campaigns } from './modules/campaigns.ts'
import { contacts } from './modules/contacts.ts'
import { customEvents } from './modules/custom-events.ts'
import { dashboard } from './modules/dashboard.ts'
import { events } from './modules/events.ts'
import { fields } from './modules/fields.ts'
import { inbox } from './modules/inbox.ts'
import { jobs } from './modules/jobs.ts'
import { lists } from './modules/lists.ts'
import { media } from './modules/media.ts'
import { optin } from './modules/optin.ts'
import { publicForms } from './modules/public.ts'
import { search } from './modules/search.ts'
import { segments } from './modules/segments.ts'
import { senders } from './modules/senders.ts'
import { subscription } from './modules/subscription.ts'
import { suppressions } from './modules/suppressions.ts'
import { templates } from './modules/templates.ts'
import { users } from './modules/users.ts'
import { webhooks } from './modules/webhooks.ts'

/** All endpoints, by the noun and verb of the command line. */
export const contract = {
  auth,
  campaigns,
  lists,
  contacts,
  fields,
  jobs,
  segments,
  users,
  webhooks,
  senders,
  templates,
  dashboard,
  events,
  search,
  subscription,
  public: publicForms,
  automations,
  brand,
  optin,
  suppressions,
  media,
  keys,
  apps,
  audit,
  customEvents,
  inbox,
  invites,
  recovery,
  automationTests,
}

export type Contract = typeof contract
export type Noun = keyof Contract

export interface NamedEndpoint {
  /** `campaigns.create` */
  id: string
  noun: Noun
  verb: string
  endpoint: Endpoint
}

export const endpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(
  ([noun, verbs]) =>
    Object.entries<Endpoint>(verbs).map(([verb, endpoint]) => ({
      id: `${noun}.${verb}`,
      noun: noun as Noun, // the keys of `contract`
      verb,
      endpoint,
    })),
)

/** The modules of the specification and their number of endpoints. */
export const modules: readonly { name: string; nouns: readonly Noun[]; count: number }[] = [
  { name: 'Auth', nouns: ['auth'], count: 2 },
  { name: 'Campaigns', nouns: ['campaigns'], count: 22 },
  { name: 'Lists & Contacts', nouns: ['lists', 'contacts', 'fields', 'jobs'], count: 24 },
  { name: 'Segmentations', nouns: ['segments'], count: 13 },
  { name: 'Users & Roles', nouns: ['users', 'webhooks'], count: 21 },
  { name: 'Senders', nouns: ['senders'], count: 3 },
  { name: 'Templates', nouns: ['templates'], count: 3 },
  { name: 'Dashboard', nouns: ['dashboard', 'events'], count: 4 },
  { name: 'Search', nouns: ['search'], count: 2 },
  { name: 'Subscription', nouns: ['subscription'], count: 3 },
  { name: 'Public forms', nouns: ['public'], count: 2 },
  { name: 'Automations', nouns: ['automations'], count: 9 },
  { name: 'Brand', nouns: ['brand'], count: 2 },
  { name: 'Opt-in mail', nouns: ['optin'], count: 3 },
  { name: 'Suppressions', nouns: ['suppressions'], count: 3 },
  { name: 'Media', nouns: ['media'], count: 4 },
  { name: 'API keys', nouns: ['keys'], count: 4 },
  { name: 'Assistants', nouns: ['apps'], count: 2 },
  { name: 'Audit', nouns: ['audit'], count: 1 },
  { name: 'Custom events', nouns: ['customEvents'], count: 5 },
  { name: 'Inbox', nouns: ['inbox'], count: 2 },
  { name: 'Sign-up and recovery', nouns: ['invites', 'recovery'], count: 3 },
  { name: 'Tests of automations', nouns: ['automationTests'], count: 1 },
]

/** Endpoints with a field of any type: conditions and flows, which the service validates itself. */
export const openShapes: readonly string[] = [
  'segments.create',
  'segments.update',
  'segments.previewUnsaved',
  'automations.create',
  'automations.get',
  'automations.update',
]
