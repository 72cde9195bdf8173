import type { Fields } from '../client/request.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { type Contract, endpoints, type NamedEndpoint, type Noun } from '../contract/index.ts'
import type { mcpPermissions } from '../contract/shapes/user.ts'
import { isOn } from '../contract/shapes/wire.ts'

export type Permission = (typeof mcpPermissions)[number]

type EndpointId = { [N in Noun]: `${N}.${keyof Contract[N] & string}` }[Noun]

type Flag = Parameters<typeof isOn>[0]

interface Use {
  endpoint: EndpointId
  /** Fields with a fixed value. */
  fixed?: Fields
  /** Fields that the tool does not have. */
  omit?: readonly string[]
  /** Fields that are required here but optional for the endpoint. */
  needs?: readonly string[]
  /** The field with the text of the file that the endpoint takes. */
  fileField?: string
  /** It reaches people or changes what is in use, although its effect does not show it. */
  isSensitive?: true
  /** It sends and destroys nothing here, or not with this request, although its effect says so. */
  isExempt?: true | ((request: Fields) => boolean)
  /** Only allowed in this state: an edit must not change what a person has confirmed. */
  onlyWhile?: 'draft'
}

interface Declared {
  permission: Permission
  /** The names of the actions say what they do. */
  isPlain?: true
  uses: Readonly<Record<string, Use>>
}

/** An assistant creates drafts. The time and the recipients are fields of the send. */
const notInDrafts = ['scheduled_at', 'timezone', 'draft', 'expect_recipients', 'attachments']

/** The tools and their endpoints. Everything else is derived from the contract. */
const declarations = {
  search: { permission: 'read', uses: { all: { endpoint: 'search.all' } } },
  list: {
    isPlain: true,
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
      suppressions: { endpoint: 'suppressions.list' },
      segment_contacts: { endpoint: 'segments.contacts' },
    },
  },
  get: {
    isPlain: true,
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
    isPlain: true,
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
      rules: { endpoint: 'segments.count' },
    },
  },
  draft_campaign: {
    permission: 'draft',
    uses: {
      create: {
        endpoint: 'campaigns.create',
        fixed: { draft: true },
        omit: [...notInDrafts, 'dry_run'],
        isExempt: true,
      },
      update: { endpoint: 'campaigns.update', omit: notInDrafts, onlyWhile: 'draft' },
      duplicate: { endpoint: 'campaigns.duplicate' },
      resend: { endpoint: 'campaigns.resend' },
    },
  },
  draft_template: {
    isPlain: true,
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
    isPlain: true,
    permission: 'draft',
    uses: {
      create: { endpoint: 'segments.create' },
      duplicate: { endpoint: 'segments.duplicate' },
    },
  },
  draft_automation: {
    isPlain: true,
    permission: 'draft',
    uses: {
      create: { endpoint: 'automations.create' },
      update: { endpoint: 'automations.update', onlyWhile: 'draft' },
    },
  },
  draft_list: { permission: 'draft', uses: { create: { endpoint: 'lists.create' } } },
  send_campaign: {
    isPlain: true,
    permission: 'act',
    uses: {
      send: { endpoint: 'campaigns.send' },
      schedule: { endpoint: 'campaigns.schedule' },
      resume: { endpoint: 'campaigns.resume' },
      winner: { endpoint: 'campaigns.abWinner' },
      test: { endpoint: 'campaigns.test', isSensitive: true },
    },
  },
  stop_campaign: {
    isPlain: true,
    permission: 'act',
    uses: {
      pause: { endpoint: 'campaigns.pause' },
      unschedule: { endpoint: 'campaigns.unschedule' },
      cancel: { endpoint: 'campaigns.cancel' },
    },
  },
  run_automation: {
    isPlain: true,
    permission: 'act',
    uses: {
      activate: { endpoint: 'automations.activate', omit: ['dry_run'] },
      deactivate: {
        endpoint: 'automations.deactivate',
        isSensitive: true,
        // The other modes let contacts finish or remove them.
        isExempt: ({ mode = 'pause' }) => mode === 'pause',
      },
      trigger: { endpoint: 'automations.trigger', isSensitive: true },
    },
  },
  edit: {
    isPlain: true,
    permission: 'act',
    uses: {
      contact: { endpoint: 'contacts.update', isSensitive: true },
      new_contacts: { endpoint: 'contacts.add', isSensitive: true },
      list: { endpoint: 'lists.update', isSensitive: true },
      template: {
        endpoint: 'templates.create',
        omit: ['import', 'editor_json'],
        needs: ['id'],
        isSensitive: true,
      },
      segment: { endpoint: 'segments.update', isSensitive: true },
    },
  },
  change_contacts: {
    permission: 'act',
    uses: { change: { endpoint: 'contacts.bulk' } },
  },
  import_contacts: {
    permission: 'act',
    uses: {
      import: {
        endpoint: 'lists.import',
        omit: ['delimiter', 'encoding', 'sheet', 'url'],
        fileField: 'rows',
        isSensitive: true,
        isExempt: ({ dry_run }) => isOn(dry_run as Flag), // checked by the contract
      },
    },
  },
  suppress: {
    isPlain: true,
    permission: 'act',
    uses: {
      add: { endpoint: 'suppressions.add', isSensitive: true },
      lift: { endpoint: 'suppressions.remove', isSensitive: true },
    },
  },
  set_up: {
    isPlain: true,
    permission: 'act',
    uses: {
      sender: { endpoint: 'senders.create', isSensitive: true },
      verify_sender: { endpoint: 'senders.verify', omit: ['token'], isSensitive: true },
      field: { endpoint: 'fields.create' },
      change_field: { endpoint: 'fields.update', isSensitive: true },
    },
  },
  clean_list: {
    permission: 'act',
    uses: {
      clean: {
        endpoint: 'lists.clean',
        isExempt: ({ action = 'report' }) => action === 'report',
      },
    },
  },
  delete: {
    isPlain: true,
    permission: 'act',
    uses: {
      campaign: { endpoint: 'campaigns.delete' },
      list: { endpoint: 'lists.delete' },
      contact: { endpoint: 'contacts.remove' },
      segment: { endpoint: 'segments.delete' },
      automation: { endpoint: 'automations.delete' },
      field: { endpoint: 'fields.delete' },
    },
  },
} as const satisfies Record<string, Declared>

type ToolName = keyof typeof declarations

export interface ToolAction
  extends Omit<Use, 'endpoint'>,
    Pick<NamedEndpoint, 'id' | 'noun' | 'verb'> {
  choice: string
  endpoint: Endpoint
}

export interface ToolSpec extends Pick<Declared, 'permission' | 'isPlain'> {
  name: ToolName
  actions: readonly ToolAction[]
}

export const toolSpecs: readonly ToolSpec[] = Object.entries<Declared>(declarations).map(
  ([name, { uses, ...declared }]) => ({
    ...declared,
    name: name as ToolName, // a key of `declarations`
    actions: Object.entries(uses).map(([choice, use]) => ({ choice, ...use, ...endpointOf(use) })),
  }),
)

function endpointOf({ endpoint: id }: Use): NamedEndpoint {
  const named = endpoints.find((each) => each.id === id)
  if (!named) throw new Error(`no endpoint ${id}`) // prevented by the type of the table
  return named
}

/** Whether a person has to confirm a plan: it sends, destroys or is declared as sensitive. */
export const needsConfirmation = (action: ToolAction, request: Fields): boolean =>
  mayNeedConfirmation(action) &&
  !(typeof action.isExempt === 'function' && action.isExempt(request))

/** Whether some requests of the action need a confirmation. */
export const mayNeedConfirmation = ({
  endpoint: { effect },
  isSensitive,
  isExempt,
}: ToolAction): boolean =>
  isExempt !== true && (isSensitive === true || effect === 'send' || effect === 'destroy')
