import { checkApiUrl } from '../../config/api-url.ts'
import type { Settings } from '../../config/settings.ts'
import type { Setting, Source } from '../../config/source.ts'
import type { Profile } from '../../config/stored.ts'
import { Failure, type Values } from '../../core/failure.ts'
import { isLanguage, languages } from '../../core/language.ts'
import type { ProblemCode } from '../../core/problem-codes.ts'
import { isZone } from '../../core/zone.ts'
import type { Context } from '../context/context.ts'

/** A setting of a profile. */
interface Key {
  name: string
  /** The effective value; undefined when it is not set. */
  read(settings: Settings): Setting<unknown> | undefined
  /** Parses a value. Throws `usage`. */
  write(text: string, context: Context): Partial<Profile>
  /** Undefined when a profile requires the setting. */
  unset?(profile: Profile): Profile
}

export const keys: readonly Key[] = [
  {
    name: 'api_url',
    read: ({ apiUrl }) => apiUrl,
    write: (text, { flags }) => ({
      apiUrl: checkApiUrl(text, { insecureHttp: flags.insecureHttp === true, name: 'api_url' }),
    }),
  },
  {
    name: 'language',
    read: ({ language }) => language,
    write: (text) =>
      isLanguage(text)
        ? { language: text }
        : refuse('language', 'not_a_choice', { choices: languages.join(', ') }),
    unset: ({ language: _, ...rest }) => rest,
  },
  {
    name: 'timezone',
    read: ({ timezone }) => timezone,
    write: (text) => (isZone(text) ? { timezone: text } : refuse('timezone', 'bad_zone')),
    unset: ({ timezone: _, ...rest }) => rest,
  },
  {
    name: 'send_threshold',
    read: ({ sendThreshold }) => sendThreshold,
    write: (text) =>
      /^\d{1,9}$/.test(text)
        ? { sendThreshold: Number(text) }
        : refuse('send_threshold', 'bad_number'),
    unset: ({ sendThreshold: _, ...rest }) => rest,
  },
  {
    name: 'pager',
    read: ({ pager }) => pager,
    write: (text) => ({ pager: text }),
    unset: ({ pager: _, ...rest }) => rest,
  },
]

export const keyNames: readonly string[] = keys.map(({ name }) => name)

/** Returns a key by its name, which the parser has checked. */
export function keyNamed(name: string): Key {
  const key = keys.find((known) => known.name === name)
  if (!key) throw new Failure('internal')
  return key
}

function refuse(field: string, code: ProblemCode, values?: Values): never {
  throw new Failure('usage', { problems: [{ field, code, ...(values && { values }) }] })
}

/** A setting with its source. */
export function settingOf({ name, read }: Key, context: Context) {
  const found = read(context.settings) ?? fromMachine(name, context)
  return { key: name, value: found?.value ?? null, source: found ? sourceText(found.source) : null }
}

const fromMachine = (name: string, { timezone }: Context): Setting<unknown> | undefined =>
  name === 'timezone' ? { value: timezone, source: { from: 'default' } } : undefined

/** `environment REMITE_LANG` */
const sourceText = (source: Source): string =>
  source.from === 'default' ? source.from : `${source.from} ${source.name}`

/** The same for people, in their language. */
export const sourceWords = ({ output }: Context, source: Source): string =>
  output.local.cell(sourceText(source), { field: 'setting_source' })

/**
 * Updates the current profile as it is stored at this moment. A setting before the first login creates it.
 */
export async function editProfile(
  { profiles, settings }: Context,
  edit: (profile: Profile) => Profile,
  options?: { creates: boolean },
): Promise<void> {
  await profiles.update(settings.profile.value, edit, options)
}
