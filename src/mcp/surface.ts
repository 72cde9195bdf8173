import type { Fields } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Contract, endpoints, type NamedEndpoint, type Noun } from '../contract/index.ts'
import type { mcpPermissions } from '../contract/shapes/user.ts'

export type Permission = (typeof mcpPermissions)[number]

type EndpointId = { [N in Noun]: `${N}.${keyof Contract[N] & string}` }[Noun]

interface Use {
  endpoint: EndpointId
  /** Sent as it stands here; the caller has no say in it. */
  fixed?: Fields
  /** Fields that are not offered. */
  omit?: readonly string[]
  /** Fields that must be given here, though the endpoint can do without. */
  needs?: readonly string[]
  /** Reaches people or changes what is in use, though its effect does not tell. */
  isGrave?: true
  /** It sends and destroys nothing here, or not with such a request, whatever its effect says. */
  isHarmless?: true | ((request: Fields) => boolean)
  /** Only while what it changes is in this state: an edit must not reach what somebody has agreed to. */
  onlyWhile?: 'draft'
}

interface Declared {
  permission: Permission
  uses: Readonly<Record<string, Use>>
}

/** Campaigns of an assistant are drafts: when and to how many is said when they are sent. */
const notInDrafts = ['scheduled_at', 'timezone', 'draft', 'expect_recipients', 'attachments']

/** Every tool, and which endpoints stand behind it. All else about it follows from the contract. */
const declared = {
  search: { permission: 'read', uses: { all: { endpoint: 'search.all' } } },
  list: {
    permission: 'read',
    uses: {
      campaigns: { endpoint: 'campaigns.list' },
      lists: { endpoint: 'lists.list' },
      contacts: { endpoint: 'contacts.list' },
      templates: { endpoint: 'templates.list' },
      segments: { endpoint: 'segments.list' },
      automations: { endpoint: 'automations.list' },
      senders: { endpoint: 'senders.list', omit: ['recheck'] },
      fields: { endpoint: 'fields.list' },
      segment_fields: { endpoint: 'segments.fields' },
      jobs: { endpoint: 'jobs.list' },
    },
  },
  get: {
    permission: 'read',
    uses: {
      campaign: { endpoint: 'campaigns.get' },
      list: { endpoint: 'lists.get' },
      contact: { endpoint: 'contacts.get', omit: ['export'] },
      template: { endpoint: 'templates.get', omit: ['export'] },
      segment: { endpoint: 'segments.get' },
      automation: { endpoint: 'automations.get' },
      job: { endpoint: 'jobs.get' },
      account: { endpoint: 'users.me' },
    },
  },
  report: {
    permission: 'read',
    uses: {
      account: { endpoint: 'dashboard.show' },
      period: { endpoint: 'dashboard.stats' },
      deliverability: { endpoint: 'dashboard.deliverability' },
      campaign: { endpoint: 'campaigns.stats' },
      links: { endpoint: 'campaigns.links' },
      recipients: { endpoint: 'campaigns.recipients' },
      automation: { endpoint: 'automations.stats' },
      contact: { endpoint: 'contacts.history' },
    },
  },
  check: {
    permission: 'read',
    uses: {
      campaign: { endpoint: 'campaigns.check' },
      message: { endpoint: 'campaigns.preview' },
      segment: { endpoint: 'segments.preview' },
      conditions: { endpoint: 'segments.previewUnsaved' },
    },
  },
  draft_campaign: {
    permission: 'draft',
    uses: {
      create: {
        endpoint: 'campaigns.create',
        fixed: { draft: true },
        omit: notInDrafts,
        isHarmless: true,
      },
      update: { endpoint: 'campaigns.update', omit: notInDrafts, onlyWhile: 'draft' },
      duplicate: { endpoint: 'campaigns.duplicate' },
      resend: { endpoint: 'campaigns.resend' },
    },
  },
  draft_template: {
    permission: 'draft',
    uses: {
      create: {
        endpoint: 'templates.create',
        omit: ['id', 'import', 'editor_json', 'archived'],
        needs: ['name'],
      },
    },
  },
  draft_segment: {
    permission: 'draft',
    uses: {
      create: { endpoint: 'segments.create' },
      duplicate: { endpoint: 'segments.duplicate' },
    },
  },
  draft_automation: {
    permission: 'draft',
    uses: {
      create: { endpoint: 'automations.create' },
      update: { endpoint: 'automations.update', onlyWhile: 'draft' },
    },
  },
  draft_list: { permission: 'draft', uses: { create: { endpoint: 'lists.create' } } },
  send_campaign: {
    permission: 'act',
    uses: {
      send: { endpoint: 'campaigns.send' },
      schedule: { endpoint: 'campaigns.schedule' },
      resume: { endpoint: 'campaigns.resume' },
      winner: { endpoint: 'campaigns.abWinner' },
      test: { endpoint: 'campaigns.test', isGrave: true },
    },
  },
  stop_campaign: {
    permission: 'act',
    uses: {
      pause: { endpoint: 'campaigns.pause' },
      unschedule: { endpoint: 'campaigns.unschedule' },
      cancel: { endpoint: 'campaigns.cancel' },
    },
  },
  run_automation: {
    permission: 'act',
    uses: {
      activate: { endpoint: 'automations.activate', omit: ['dry_run'] },
      deactivate: {
        endpoint: 'automations.deactivate',
        isGrave: true,
        // Otherwise those who are in it are let go on, or are taken out.
        isHarmless: ({ mode = 'pause' }) => mode === 'pause',
      },
      trigger: { endpoint: 'automations.trigger', isGrave: true },
    },
  },
  edit: {
    permission: 'act',
    uses: {
      contact: { endpoint: 'contacts.update', isGrave: true },
      new_contacts: { endpoint: 'contacts.add', isGrave: true },
      list: { endpoint: 'lists.update', isGrave: true },
      template: {
        endpoint: 'templates.create',
        omit: ['import', 'editor_json'],
        needs: ['id'],
        isGrave: true,
      },
      segment: { endpoint: 'segments.update', isGrave: true },
    },
  },
  clean_list: {
    permission: 'act',
    uses: {
      clean: {
        endpoint: 'lists.clean',
        isHarmless: ({ action = 'report' }) => action === 'report',
      },
    },
  },
  delete: {
    permission: 'act',
    uses: {
      campaign: { endpoint: 'campaigns.delete' },
      list: { endpoint: 'lists.delete' },
      contact: { endpoint: 'contacts.remove' },
      segment: { endpoint: 'segments.delete' },
      automation: { endpoint: 'automations.delete' },
    },
  },
} as const satisfies Record<string, Declared>

export type ToolName = keyof typeof declared

export interface Member extends Omit<Use, 'endpoint'>, Pick<NamedEndpoint, 'id' | 'noun' | 'verb'> {
  choice: string
  endpoint: Endpoint
}

export interface Surface {
  name: ToolName
  permission: Permission
  members: readonly Member[]
}

export const surface: readonly Surface[] = Object.entries<Declared>(declared).map(
  ([name, { permission, uses }]) => ({
    name: name as ToolName, // a key of `declared`
    permission,
    members: Object.entries(uses).map(([choice, use]) => ({ choice, ...use, ...found(use) })),
  }),
)

function found({ endpoint: id }: Use): NamedEndpoint {
  const named = endpoints.find((each) => each.id === id)
  if (!named) throw new Error(`no endpoint ${id}`) // the type of the table does not let it happen
  return named
}

/** Whether a person has to agree to a plan first: it sends, destroys, or is declared as grave. */
export const isGrave = (member: Member, request: Fields): boolean =>
  mayBeGrave(member) && !(typeof member.isHarmless === 'function' && member.isHarmless(request))

/** Whether there are requests of which that is so. */
export const mayBeGrave = ({ endpoint: { effect }, isGrave, isHarmless }: Member): boolean =>
  isHarmless !== true && (isGrave === true || effect === 'send' || effect === 'destroy')
