import type { Endpoint } from '../../contract/endpoint.ts'

/** The things of an account that a number or a name on the command line can stand for. */
const referenceKinds = [
  'campaign',
  'list',
  'segment',
  'template',
  'automation',
  'user',
  'webhook',
  'key',
  'app',
  'image',
  'field',
  'sender',
  'job',
  'link',
  // A contact of a list, whose route takes an address too.
  'contact',
  // A contact of the account, whose number the request takes.
  'contact-id',
] as const

export type ReferenceKind = (typeof referenceKinds)[number]

/** The kind of the items of each collection: `/lists/:id/fields/:field` ends in a field. */
const collections: Readonly<Record<string, ReferenceKind>> = {
  campaigns: 'campaign',
  lists: 'list',
  segments: 'segment',
  templates: 'template',
  automations: 'automation',
  users: 'user',
  webhooks: 'webhook',
  keys: 'key',
  apps: 'app',
  media: 'image',
  fields: 'field',
  jobs: 'job',
  contacts: 'contact',
  senders: 'sender',
}

/** The kinds of which there are too many to remember their names, or that have none. */
const unnamed: readonly ReferenceKind[] = ['job', 'contact', 'contact-id', 'link']

/** Whether the items of a collection have names. */
export const isCollection = (collection: string): boolean => {
  const kind = collections[collection]
  return kind !== undefined && !unnamed.includes(kind)
}

/** The collection of the things of a kind; undefined where they have no names. */
export const collectionOf = (kind: ReferenceKind): string | undefined =>
  unnamed.includes(kind)
    ? undefined
    : Object.keys(collections).find((name) => collections[name] === kind)

/** `list_id`, `exclude_list_id` and `welcome_template_id` are numbers of lists and templates. */
const idKey = /(?:^|_)(campaign|list|segment|template|automation|webhook|link|contact)_id$/

/** The keys whose name does not say what they refer to. */
const otherKeys: Readonly<Record<string, ReferenceKind>> = {
  from_mail: 'sender',
  contacts: 'contact',
  transfer_to: 'user',
  key_id: 'key',
}

/**
 * Returns what a field of a request refers to; undefined for a plain value. Public routes have none:
 * their ids are public ones, and without a session no name can be looked up.
 */
export function referenceOf(
  { path, access }: Pick<Endpoint, 'path' | 'access'>,
  key: string,
): ReferenceKind | undefined {
  if (access === 'public') return undefined
  const parts = path.split('/')
  const at = parts.indexOf(`:${key}`)
  const [, collection = ''] = parts
  if (at > 0) return collections[parts[at - 1] ?? '']
  if (key === 'id') return collections[collection]
  const named = idKey.exec(key)?.[1]
  if (named) return named === 'contact' ? 'contact-id' : (named as ReferenceKind) // one of the pattern
  // A new sender has an address that none has yet.
  return path === '/senders' ? undefined : otherKeys[key]
}

/** Whether a text is a number as the API counts: `0`, `-1` and `1.5` are names at most. */
const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text) && Number(text) > 0

/** Whether a request takes the text as it is. A sender is known by its address, a contact by either. */
export function isTakenAsTyped(kind: ReferenceKind, text: string): boolean {
  const isAddress = text.includes('@')
  if (kind === 'sender') return isAddress
  return isNumber(text) || (kind === 'contact' && isAddress)
}

/** The placeholder of a reference in help: `CAMPAIGN`. */
export const placeholderOf = (kind: ReferenceKind): string => kind.replace(/-id$/, '').toUpperCase()
