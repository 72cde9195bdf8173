import type { Endpoint } from '../../contract/endpoint.ts'
import { type Field, type FieldKind, fieldsOf } from '../../contract/field.ts'

/** A flag of a verb, as help, completion and the parser use it. */
export interface Flag {
  name: string
  /** The name in messages and in the request: the wire name, or that of an option. */
  key: string
  kind: FieldKind
  short?: string
  choices?: readonly string[]
  /** The placeholder of its value in help: `TEXT`, `FILE`. */
  placeholder?: string
  required?: boolean
  /** Whether `--no-NAME` exists, which switches it off or empties a list. */
  canBeOff?: boolean
}

/** How a field of the endpoint becomes a flag: under another name, or read from a file. */
export interface FieldFlag {
  name?: string
  short?: string
  placeholder?: string
  /**
   * How the value is read: `file` is the text of a file, `json` the JSON of a file, `time` a time as
   * people write it, `range` is `A..B`, `list` the id or name of a list, `attachment` the bytes of
   * files, and `session` the id of the logged-in user, which has no flag.
   */
  from?: 'file' | 'json' | 'time' | 'range' | 'list' | 'attachment' | 'session'
  /** Whether a text field becomes a switch. It is sent as `1`. */
  isSwitch?: true
  /** Whether `--no-NAME` switches it off or empties the list. A missing flag changes nothing. */
  canBeOff?: true
  /** Overrides the contract. */
  required?: boolean
  omit?: true
}

export type FieldFlags = Readonly<Record<string, FieldFlag>>

/** Fields that are global flags. */
const global = new Set(['limit', 'cursor', 'fields'])

const placeholders: Partial<Record<NonNullable<FieldFlag['from']>, string>> = {
  file: 'FILE',
  json: 'FILE',
  time: 'TIME',
  range: 'A..B',
  list: 'LIST',
  attachment: 'FILE',
}

/** The flags of an endpoint: one for each field that is not a positional. */
export const flagsOf = (
  endpoint: Endpoint,
  { fields = {}, positionals = [] }: { fields?: FieldFlags; positionals?: readonly string[] },
): Flag[] =>
  fieldsOf(endpoint)
    .filter(({ key }) => !positionals.includes(key) && !global.has(key) && isTyped(fields[key]))
    .map((field) => flagOf(field, fields[field.key] ?? {}))

const isTyped = (declared: FieldFlag = {}): boolean => !declared.omit && declared.from !== 'session'

function flagOf({ key, kind, choices, required }: Field, declared: FieldFlag): Flag {
  const placeholder = declared.placeholder ?? (declared.from && placeholders[declared.from])
  return {
    name: declared.name ?? kebab(key),
    key,
    kind: declared.isSwitch ? 'switch' : declared.from && kind !== 'repeat' ? 'text' : kind,
    ...(declared.short && { short: declared.short }),
    ...(choices && { choices }),
    ...(placeholder && { placeholder }),
    ...((declared.required ?? required) && { required: true }),
    ...(declared.canBeOff && { canBeOff: true }),
  }
}

/** Converts `rememberMe` and `from_name` to kebab case. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
