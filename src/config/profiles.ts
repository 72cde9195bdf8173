import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '../core/clock.ts'
import { Failure } from '../core/failure.ts'
import { originOf } from './api-url.ts'
import { loadWithoutSignalHandlers } from './host.ts'
import { withLock } from './lock-file.ts'
import {
  asUnusable,
  type Profile,
  type Session,
  type SessionsFile,
  type SettingsFile,
  tryReadSessions,
  tryReadSettings,
} from './stored.ts'

export interface Profiles {
  readonly paths: { settings: string; sessions: string }
  list(): Profile[]
  current(): string | undefined
  get(name: string): Profile | undefined
  session(name: string): Session | undefined
  /**
   * Returns the session for the server that issued it. Throws `other_origin` for any other server.
   */
  sessionFor(name: string, apiUrl: string): Session | undefined
  /** Creates or replaces a profile. The first profile becomes the current one. */
  save(profile: Profile): Promise<void>
  /**
   * Edits the profile that is stored at the time of writing. Returns undefined if it does not
   * exist and is not created.
   */
  update(
    name: string,
    edit: (profile: Profile) => Profile,
    options?: { creates?: boolean },
  ): Promise<Profile | undefined>
  use(name: string): Promise<void>
  /** Removes the profile and its session. */
  remove(name: string): Promise<void>
  saveSession(name: string, session: Omit<Session, 'storedAt'>): Promise<void>
  /**
   * Removes the session of a profile, by default of the current one. Also repairs broken files and
   * returns their paths.
   */
  removeSession(name?: string): Promise<{ removed: boolean; repaired: string[] }>
}

/** The profile name if the user chooses none. */
export const defaultProfile = 'default'

interface ProfilesOptions {
  folder: string
  clock: Clock
  /** Treats broken settings as empty, for callers that are about to repair them. */
  mayBeBroken?: boolean
}

/**
 * Profiles and sessions, in two files of `folder`. Reading does not load conf: 0.1 ms instead of
 * 30.
 */
export function openProfiles({ folder, clock, mayBeBroken = false }: ProfilesOptions): Profiles {
  const paths = { settings: join(folder, 'config.json'), sessions: join(folder, 'sessions.json') }
  const settings = () => {
    const content = tryReadSettings(paths.settings)
    return mayBeBroken && content instanceof Failure ? { profiles: {} } : orThrow(content)
  }
  const sessions = () => orThrow(tryReadSessions(paths.sessions))

  const locked = async <Result>(work: (change: Change) => Result): Promise<Result> => {
    const { writeStore } = await loadWithoutSignalHandlers(() => import('./store.ts'))
    const change: Change = {
      settings: (edit) => writeStore(paths.settings, { ...edit(settings()) }),
      sessions: (edit) => {
        const content = sessions()
        writeStore(paths.sessions, { ...content, sessions: edit(content.sessions) })
      },
    }
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return await withLock(join(folder, 'config.lock'), clock, () => work(change))
    } catch (error) {
      throw asUnusable(folder, error)
    }
  }

  const current = () => {
    const { current: name, profiles } = settings()
    return name !== undefined && Object.hasOwn(profiles, name) ? name : undefined
  }
  const get = (name: string) => findProfile(settings(), name)
  const session = (name: string) => ownValue(sessions().sessions, name)

  return {
    paths,
    list: () => Object.entries(settings().profiles).map(([name, rest]) => ({ name, ...rest })),
    current,
    get,
    session,

    sessionFor(name, apiUrl) {
      const found = session(name)
      if (found === undefined) return undefined
      const origin = originOf(found.apiUrl)
      const requested = originOf(apiUrl)
      if (requested !== origin)
        throw new Failure('other_origin', { values: { name, origin, asked: requested } })
      return found
    },

    save: (profile) =>
      locked((change) => {
        checkName(profile.name)
        const first = current() === undefined ? { current: profile.name } : {}
        change.settings((before) => ({ ...withProfile(before, profile), ...first }))
      }),

    update: (name, edit, { creates = false } = {}) =>
      locked((change) => {
        const before = get(name) ?? (creates ? { name } : undefined)
        if (before === undefined) return undefined
        checkName(name)
        const after = { ...edit(before), name }
        change.settings((all) => withProfile(all, after))
        return after
      }),

    use: (name) =>
      locked((change) => {
        if (get(name) === undefined) throw new Failure('not_found', { values: { name } })
        change.settings((before) => ({ ...before, current: name }))
      }),

    remove: (name) =>
      locked((change) => {
        change.sessions((all) => without(all, name))
        change.settings(({ current: chosen, profiles, ...rest }) => ({
          ...rest,
          ...(chosen !== undefined && chosen !== name && { current: chosen }),
          profiles: without(profiles, name),
        }))
      }),

    saveSession: (name, fresh) =>
      locked((change) => {
        checkName(name)
        const storedAt = new Date(clock.now()).toISOString()
        change.sessions((all) => ({ ...all, [name]: { ...fresh, storedAt } }))
      }),

    removeSession: (name) =>
      locked((change) => {
        const repaired = repairFiles(paths)
        const chosen = name ?? current() ?? defaultProfile
        const removed = session(chosen) !== undefined
        if (removed) change.sessions((all) => without(all, chosen))
        return { removed, repaired }
      }),
  }
}

/** Each function reads the file again and writes it completely. */
interface Change {
  settings(edit: (before: SettingsFile) => SettingsFile): void
  sessions(edit: (before: SessionsFile['sessions']) => SessionsFile['sessions']): void
}

/**
 * Renames a broken settings file, so that its owner can inspect it. Deletes a broken session file,
 * because it contains tokens and logging out promises to remove them.
 */
function repairFiles(paths: Profiles['paths']): string[] {
  const repaired: string[] = []
  if (tryReadSettings(paths.settings) instanceof Failure) {
    renameSync(paths.settings, `${paths.settings}.broken`)
    repaired.push(paths.settings)
  }
  if (tryReadSessions(paths.sessions) instanceof Failure) {
    rmSync(paths.sessions)
    repaired.push(paths.sessions)
  }
  return repaired
}

function orThrow<Content>(content: Content | Failure): Content {
  if (content instanceof Failure) throw content
  return content
}

/** A name is used as a flag value, in a line of output and as a key. */
function checkName(name: string): void {
  if (/^[\p{L}\p{N}][\p{L}\p{N}._@-]{0,63}$/u.test(name)) return
  throw new Failure('usage', { problems: [{ field: '--profile', code: 'bad_pattern' }] })
}

function findProfile({ profiles }: SettingsFile, name: string): Profile | undefined {
  const found = ownValue(profiles, name)
  return found && { name, ...found }
}

function withProfile(settings: SettingsFile, { name, ...rest }: Profile): SettingsFile {
  return { ...settings, profiles: { ...settings.profiles, [name]: rest } }
}

/** Protects against names such as `constructor`. */
const ownValue = <Value>(record: Record<string, Value>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

const without = <Value>(record: Record<string, Value>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== name))
