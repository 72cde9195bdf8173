import type { Endpoint } from '../contract/endpoint.ts'
import { type Field, type FieldKind, fieldsOf } from '../contract/field.ts'

/** One flag of a verb, as help, completion and the parser need it. */
export interface Flag {
  name: string
  /** What the words and the request call it: the wire's name, or an option's own. */
  key: string
  kind: FieldKind
  short?: string
  choices?: readonly string[]
  /** What stands for its value in help: `TEXT`, `FILE`. */
  placeholder?: string
  required?: boolean
  /** `--no-NAME` says that it is off, or that none is left. */
  canBeOff?: boolean
}

/** How a verb says a field of its endpoint: under another name, or out of a file. */
export interface FieldFlag {
  name?: string
  short?: string
  placeholder?: string
  /**
   * Where the value comes from: `file` its text is the value, `json` a file's JSON is, `time` a point
   * in time as people write it, `range` is `A..B`, `list` an id or a name of a list,
   * `attachment` files as they are, `session` is the number of whoever is logged in, and no flag.
   */
  from?: 'file' | 'json' | 'time' | 'range' | 'list' | 'attachment' | 'session'
  /** A text that is only ever switched on: it goes out as `1`. */
  isSwitch?: true
  /** `--no-NAME` turns the switch off, or empties the list: what is left out stays as it is. */
  canBeOff?: true
  /** Otherwise as the contract has it. */
  required?: boolean
  omit?: true
}

export type FieldFlags = Readonly<Record<string, FieldFlag>>

/** Said by the global flags `--limit`, `--cursor`, `--fields`. */
const global = new Set(['limit', 'cursor', 'fields'])

const placeholders: Partial<Record<NonNullable<FieldFlag['from']>, string>> = {
  file: 'FILE',
  json: 'FILE',
  time: 'TIME',
  range: 'A..B',
  list: 'LIST',
  attachment: 'FILE',
}

/** The flags of an endpoint: one for each of its fields, unless a positional says it. */
export const flagsOf = (
  endpoint: Endpoint,
  { fields = {}, positionals = [] }: { fields?: FieldFlags; positionals?: readonly string[] },
): Flag[] =>
  fieldsOf(endpoint)
    .filter(({ key }) => !positionals.includes(key) && !global.has(key) && isTyped(fields[key]))
    .map((field) => flagOf(field, fields[field.key] ?? {}))

const isTyped = (said: FieldFlag = {}): boolean => !said.omit && said.from !== 'session'

function flagOf({ key, kind, choices, required }: Field, said: FieldFlag): Flag {
  const placeholder = said.placeholder ?? (said.from && placeholders[said.from])
  return {
    name: said.name ?? kebab(key),
    key,
    kind: said.isSwitch ? 'switch' : said.from && kind !== 'repeat' ? 'text' : kind,
    ...(said.short && { short: said.short }),
    ...(choices && { choices }),
    ...(placeholder && { placeholder }),
    ...((said.required ?? required) && { required: true }),
    ...(said.canBeOff && { canBeOff: true }),
  }
}

/** `rememberMe` and `from_name` as flags are written. */
const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
