import type { Endpoint } from '../../contract/endpoint.ts'
import { type Field, type FieldKind, fieldsOf } from '../../contract/field.ts'
import { placeholderOf, type ReferenceKind, referenceOf } from './reference-kinds.ts'

/** A flag of a verb, as help, completion and the parser use it. */
export interface Flag {
  name: string
  /** Names that it had before. They still work, and help and completion do not show them. */
  formerNames?: readonly string[]
  /** The name in messages and in the request: the wire name, or that of an option. */
  key: string
  kind: FieldKind
  short?: string
  choices?: readonly string[]
  /** Whether a number has no fraction. */
  isWhole?: true
  /** What its value refers to, by number or by name. */
  reference?: ReferenceKind
  /** Whether the verb looks up the name itself, because it can create what does not exist. */
  isResolvedLater?: true
  /** The placeholder of its value in help: `TEXT`, `FILE`. */
  placeholder?: string
  /** How its value is read, if it is not taken as it is typed. */
  from?: FieldFlag['from']
  required?: boolean
  /** Whether `--no-NAME` exists, which switches it off or empties a list. */
  canBeOff?: boolean
  /** Whether help and completion do not show it, because another flag has replaced it. */
  isFormer?: boolean
}

/** How a field of the endpoint becomes a flag: under another name, or read from a file. */
export interface FieldFlag {
  name?: string
  formerNames?: readonly string[]
  short?: string
  placeholder?: string
  /** The values that it takes, where the contract does not know them. */
  choices?: readonly string[]
  /**
   * How the value is read: `file` is the text of a file, `json` the JSON of a file, `time` a time as
   * people write it, `range` is `A..B`, `typed-pairs` are `KEY=VALUE` with numbers, truth values and
   * JSON as values, `attachment` the bytes of files, and `session` the id of the logged-in user, which
   * has no flag.
   */
  from?: 'file' | 'json' | 'time' | 'deadline' | 'range' | 'typed-pairs' | 'attachment' | 'session'
  /** Whether a text field becomes a switch. It is sent as `1`. */
  isSwitch?: true
  /** Whether `--no-NAME` switches it off or empties the list. A missing flag changes nothing. */
  canBeOff?: true
  /** Overrides the contract. */
  required?: boolean
  omit?: true
  /** Whether the flag still works without being shown, because another one has replaced it. */
  isFormer?: true
}

export type FieldFlags = Readonly<Record<string, FieldFlag>>

/** Fields that are global flags. */
const global = new Set(['limit', 'cursor', 'fields'])

const placeholders: Partial<Record<NonNullable<FieldFlag['from']>, string>> = {
  file: 'FILE',
  json: 'FILE',
  time: 'TIME',
  deadline: 'TIME',
  range: 'A..B',
  attachment: 'FILE',
}

/** The flags of these fields, which have the same name on every verb. */
const sharedFlags: FieldFlags = {
  q: { name: 'search', formerNames: ['q'] },
  nombre: { name: 'name', formerNames: ['nombre'] },
  campaign_id: { name: 'campaign', formerNames: ['campaign-id'] },
  contact_id: { name: 'contact', formerNames: ['contact-id'] },
  webhook_id: { name: 'webhook', formerNames: ['webhook-id'] },
  segment_id: { name: 'segment', formerNames: ['segment-id'] },
  template_id: { name: 'template', formerNames: ['template-id'] },
  timezone: { name: 'tz', formerNames: ['timezone'], placeholder: 'ZONE' },
  list_id: { name: 'list', placeholder: 'LIST' },
  contact: { placeholder: 'CONTACT' },
  contacts: { placeholder: 'CONTACT' },
  tag: { placeholder: 'TAG' },
  tags: { placeholder: 'TAG' },
  event: { placeholder: 'EVENT' },
  email: { placeholder: 'ADDRESS' },
  from_mail: { placeholder: 'ADDRESS' },
  reply_to: { placeholder: 'ADDRESS' },
  url: { placeholder: 'URL' },
  logo_url: { placeholder: 'URL' },
  privacy_url: { placeholder: 'URL' },
  site: { placeholder: 'URL' },
}

/** The flags of a period, for endpoints with `from` and `to`. */
export const periodFlags = {
  from: { name: 'since', formerNames: ['from'], from: 'time' },
  to: { name: 'until', formerNames: ['to'], from: 'time' },
} as const

/** The flags of an endpoint: one for each field that is not a positional. */
export const flagsOf = (
  endpoint: Endpoint,
  { fields = {}, positionals = [] }: { fields?: FieldFlags; positionals?: readonly string[] },
): Flag[] =>
  fieldsOf(endpoint)
    .filter(({ key }) => !positionals.includes(key) && !global.has(key) && isTyped(fields[key]))
    .map((field) => flagOf(endpoint, field, fields[field.key] ?? {}))

const isTyped = (declared: FieldFlag = {}): boolean => !declared.omit && declared.from !== 'session'

function flagOf(
  endpoint: Endpoint,
  { key, kind, isWhole, required, ...field }: Field,
  declared: FieldFlag,
): Flag {
  const choices = field.choices ?? declared.choices
  const shared = sharedFlags[key] ?? {}
  const { name, formerNames } = declared.name === undefined ? shared : declared
  const reference = referenceOf(endpoint, key)
  const placeholder =
    declared.placeholder ??
    (declared.from && placeholders[declared.from]) ??
    (reference && placeholderOf(reference)) ??
    shared.placeholder
  return {
    name: name ?? kebab(key),
    key,
    kind: declared.isSwitch
      ? 'switch'
      : (declared.from || reference) && kind !== 'repeat' && kind !== 'map'
        ? 'text'
        : kind,
    ...(formerNames && { formerNames }),
    ...(declared.short && { short: declared.short }),
    ...(choices && { choices }),
    ...(isWhole && !reference && { isWhole }),
    ...(reference && { reference }),
    ...(placeholder && { placeholder }),
    ...(declared.from && { from: declared.from }),
    ...((declared.required ?? required) && { required: true }),
    ...(declared.canBeOff && { canBeOff: true }),
    ...(declared.isFormer && { isFormer: true }),
  }
}

/** Converts `rememberMe` and `from_name` to kebab case. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
