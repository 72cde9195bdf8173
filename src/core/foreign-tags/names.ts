import { mostAlike, plainName } from './likeness.ts'

/** A merge tag that exists: a custom field with its label, or a built-in name. */
export interface KnownTag {
  key: string
  /** What people call it. */
  name?: string
}

/** The merge tags of every message. */
export const builtInTags: readonly KnownTag[] = [
  'nombre',
  'email',
  'unsubscribe_url',
  'subscription_url',
  'web_url',
  'sender_name',
  'postal_address',
  'conversion_token',
  'open_url',
].map((key) => ({ key }))

/** What the names of other tools mean. Compared without case, accents and separators. */
const meanings = new Map(
  Object.entries({
    nombre:
      'fname first_name name nombre full_name firstname_fix given_name forename prenom vorname nome ' +
      'MERGE1 subscriber_name contact_name first_name_or_email nombre_completo',
    email:
      'email email_address email_addr emailaddr mail e_mail correo correo_electronico email_to ' +
      'subscriber_email contact_email MERGE0',
    unsubscribe_url:
      'unsub unsubscribe unsubscribe_url unsubscribe_link unsubscribelink unsubscribe_link_all ' +
      'unsub_link unsub_link_en unsub_link_es unsub_link_fr unsub_link_de unsub_link_it unsub_link_pt ' +
      'unsub_center_url unsub_url unsubscribe_from_list one_click_unsubscribe ' +
      'asm_group_unsubscribe_raw_url asm_global_unsubscribe_raw_url asm_group_unsubscribe_url ' +
      'enlace_baja baja darse_de_baja',
    subscription_url:
      'update_profile updatelink profile_center_url preferences preference_center ' +
      'preference_center_url manage_preferences manage_preferences_link manage_preferences_url ' +
      'asm_preferences_raw_url unsubscribe_preferences profile subscription_center_url',
    web_url:
      'archive mirror permalink webcopy view_email_url view_as_page_url weblink web_version ' +
      'webversion webview_url web_view web_view_link web_view_url view_in_browser browser_link',
  }).flatMap(([key, names]) => names.split(' ').map((name) => [plainName(name), key] as const)),
)

/** Names of the last name. No built-in tag has it, so a field with any of them is meant. */
const lastNames = new Set(
  'lname last_name surname family_name apellido apellidos nachname sobrenome MERGE2'
    .split(' ')
    .map(plainName),
)

export interface Resolution {
  key: string
  /** Whether the tag can mean nothing else. Otherwise it is only spelt alike. */
  isExact: boolean
}

/** Finds the tags that names from elsewhere, and misspelt ones, mean here. */
export interface TagResolver {
  isKnown(key: string): boolean
  /** Returns the tag that a name can only mean. */
  exactly(name: string): string | undefined
  /** The same, or the tag that is spelt alike. */
  resolve(name: string): Resolution | undefined
}

/** Comparing spellings takes time, and no author reads more suggestions. */
const maxCompared = 200

export function createTagResolver(known: readonly KnownTag[]): TagResolver {
  const keys = new Set(known.map(({ key }) => key))
  const byName = new Map<string, string>()
  for (const { key, name = key } of known) {
    for (const each of [name, key]) byName.set(plainName(each), key)
  }
  const lastName = known.find(({ key }) => lastNames.has(plainName(key)))?.key
  const compared = new Map<string, Resolution | undefined>()

  function exactly(name: string): string | undefined {
    if (name.length > maxNameLength) return undefined
    const plain = plainName(name)
    if (plain === '') return undefined
    return byName.get(plain) ?? meanings.get(plain) ?? (lastNames.has(plain) ? lastName : undefined)
  }

  function compare(name: string): Resolution | undefined {
    if (compared.has(name) || compared.size >= maxCompared) return compared.get(name)
    const alike = mostAlike(name, byName.keys())
    const key = alike === undefined ? undefined : byName.get(alike)
    const resolution = key === undefined ? undefined : { key, isExact: false }
    compared.set(name, resolution)
    return resolution
  }

  return {
    isKnown: (key) => keys.has(key),
    exactly,
    resolve(name) {
      const key = exactly(name)
      return key === undefined ? compare(name) : { key, isExact: true }
    },
  }
}

const maxNameLength = 100
