import type { ListEndpoint } from '../../client/paging.ts'
import type { ReferenceKind } from '../syntax/reference-kinds.ts'

/** Where the things of a kind are listed, and which of their fields are names. */
export interface ReferenceSource {
  endpoint: ListEndpoint
  /** The field that the request takes. */
  id: string
  /** The fields by which people know it, the usual one first. */
  names: readonly string[]
  /** The fields that distinguish things of the same name. */
  notes: readonly string[]
  times: readonly string[]
  /** The table of messages with the words for the status. */
  statusWords?: string
  /** The query for things that the list leaves out. */
  hidden?: Readonly<Record<string, unknown>>
  /** Whether there are too many to read them all. They are found by a search of the server only. */
  isLarge?: true
}

type Loader = () => Promise<ReferenceSource>

const plain = { id: 'id', notes: [], times: [] } as const

/** Each module of the contract is loaded only for a name of its kind, because start-up time matters. */
const sources: Readonly<Record<ReferenceKind, Loader>> = {
  campaign: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/campaigns.ts')).campaigns.list,
    names: ['camp_name'],
    notes: ['status'],
    statusWords: 'campaign_status',
    times: ['sent_at', 'scheduled_at', 'created_at'],
  }),
  list: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/lists.ts')).lists.list,
    names: ['name'],
    times: ['created_at'],
  }),
  segment: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/segments.ts')).segments.list,
    names: ['name'],
    times: ['created_at'],
  }),
  template: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/templates.ts')).templates.list,
    names: ['name'],
    times: ['updated_at', 'created_at'],
    hidden: { archived: '1' },
  }),
  automation: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/automations.ts')).automations.list,
    names: ['name'],
    notes: ['status'],
    statusWords: 'automation_status',
    times: ['updated_at'],
  }),
  user: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/users.ts')).users.list,
    names: ['username', 'email'],
    notes: ['email'],
  }),
  webhook: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/webhooks.ts')).webhooks.list,
    names: ['url', 'description'],
    notes: ['description'],
    times: ['created_at'],
  }),
  key: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/access/keys.ts')).keys.list,
    names: ['name'],
    notes: ['prefix'],
    times: ['expires_at', 'created_at'],
  }),
  app: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/access/apps.ts')).apps.list,
    names: ['name'],
    notes: ['site'],
    times: ['last_used_at', 'created_at'],
  }),
  image: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/media.ts')).media.list,
    names: ['name'],
    times: ['created_at'],
  }),
  field: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/fields.ts')).fields.list,
    names: ['name', 'key'],
    notes: ['type'],
  }),
  sender: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/senders.ts')).senders.list,
    id: 'from_mail',
    names: ['from_name', 'from_mail', 'id'],
    notes: ['from_mail'],
  }),
  job: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/jobs.ts')).jobs.list,
    names: [],
    notes: ['kind', 'status'],
    statusWords: 'job_status',
    times: ['created_at'],
  }),
  link: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/campaigns.ts')).campaigns.links,
    id: 'link_id',
    names: ['url'],
  }),
  contact: async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/contacts.ts')).contacts.list,
    names: ['nombre', 'email'],
    notes: ['email'],
    isLarge: true,
  }),
  'contact-id': async () => ({
    ...plain,
    endpoint: (await import('../../contract/modules/search.ts')).search.contacts,
    names: ['email', 'nombre'],
    notes: ['email'],
    isLarge: true,
  }),
}

export const sourceOf = (kind: ReferenceKind): Promise<ReferenceSource> => sources[kind]()
