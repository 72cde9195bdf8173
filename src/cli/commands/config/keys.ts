import { checkApiUrl } from '../../../config/api-url.ts'
import type { Settings } from '../../../config/settings.ts'
import type { Setting, Source } from '../../../config/source.ts'
import type { Profile } from '../../../config/stored.ts'
import { Failure, type ProblemCode, type Values } from '../../../core/failure.ts'
import { isLanguage, languages } from '../../../core/language.ts'
import { isZone } from '../../../core/zone.ts'
import type { Context } from '../../context.ts'

/** A setting of a profile, as people name it. */
export interface Key {
  name: string
  /** What holds now; undefined: nobody has said. */
  read(settings: Settings): Setting<unknown> | undefined
  /** From its text; throws `usage`. */
  write(text: string, context: Context): Partial<Profile>
  /** Undefined: a profile cannot be without it. */
  unset?(profile: Profile): Profile
}

export const keys: readonly Key[] = [
  {
    name: 'api_url',
    read: ({ apiUrl }) => apiUrl,
    write: (text, { flags }) => ({
      apiUrl: checkApiUrl(text, { insecureHttp: flags.insecureHttp === true }),
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
]

export function keyNamed(name: string): Key {
  const key = keys.find((known) => known.name === name.replaceAll('-', '_'))
  if (key) return key
  return refuse('key', 'not_a_choice', { choices: keys.map((known) => known.name).join(', ') })
}

function refuse(field: string, code: ProblemCode, values?: Values): never {
  throw new Failure('usage', { problems: [{ field, code, ...(values && { values }) }] })
}

/** One setting as it is shown. */
export function settingOf({ name, read }: Key, context: Context) {
  const found = read(context.settings) ?? fromMachine(name, context)
  return { key: name, value: found?.value ?? null, source: found ? sourceText(found.source) : null }
}

const fromMachine = (name: string, { timezone }: Context): Setting<unknown> | undefined =>
  name === 'timezone' ? { value: timezone, source: { from: 'default' } } : undefined

/** `environment REMITE_LANG` */
export const sourceText = (source: Source): string =>
  source.from === 'default' ? source.from : `${source.from} ${source.name}`

/** Changes the profile as it is at the moment of writing; without a profile there is nothing to set. */
export async function editProfile(
  { profiles, settings }: Context,
  edit: (profile: Profile) => Profile,
): Promise<void> {
  const profile = settings.profile.value
  const edited = await profiles.update(profile, edit)
  if (!edited) throw new Failure('not_logged_in', { values: { profile } })
}
