import { readFileSync } from 'node:fs'
import { Failure } from '../core/failure.ts'
import type { Language } from '../core/language.ts'
import { parseUrl } from '../core/urls/parse-url.ts'

export interface Profile {
  name: string
  /** Missing until the first login, because settings can be made before it. */
  apiUrl?: string
  language?: Language
  timezone?: string
  /** The program for long output; empty if none is wanted. */
  pager?: string
  /** The number of recipients from which a send asks for the campaign's name. */
  sendThreshold?: number
  /** The features that the server at `origin` has announced. */
  features?: { origin: string; names: readonly string[] }
}

export interface Session {
  token: string
  /** The base URL that issued the token. */
  apiUrl: string
  username?: string
  /** ISO 8601; absent if the token does not contain it. */
  expiresAt?: string
  remembered: boolean
  storedAt: string
}

type StoredProfile = Omit<Profile, 'name'>

/** The content of `config.json`. */
export interface SettingsFile {
  current?: string
  profiles: Record<string, StoredProfile>
}

/** The content of `sessions.json`. */
export interface SessionsFile {
  sessions: Record<string, Session>
}

/**
 * Returns the content, or the failure that explains why it is unreadable. A missing file counts as
 * empty.
 */
export function tryReadSettings(path: string): SettingsFile | Failure {
  const content = tryReadJson(path)
  if (content instanceof Failure) return content
  const { profiles = {}, current } = content
  const isWhole =
    isRecordOf(profiles, ({ apiUrl }) => apiUrl === undefined || typeof apiUrl === 'string') &&
    (current === undefined || typeof current === 'string')
  return isWhole ? ({ ...content, profiles } as SettingsFile) : broken(path)
}

export function tryReadSessions(path: string): SessionsFile | Failure {
  const content = tryReadJson(path)
  if (content instanceof Failure) return content
  const { sessions = {} } = content
  const isWhole = isRecordOf(
    sessions,
    ({ token, apiUrl }) =>
      typeof token === 'string' && typeof apiUrl === 'string' && parseUrl(apiUrl) !== undefined,
  )
  return isWhole ? { ...content, sessions: sessions as SessionsFile['sessions'] } : broken(path)
}

/**
 * Converts a file system error to a failure that a user can act on. Other errors are returned
 * unchanged.
 */
export function asUnusable(path: string, error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error
  const code = String(error.code)
  return /^(ENOSPC|EDQUOT)$/.test(code)
    ? new Failure('disk_full', { values: { path } }, { cause: error })
    : new Failure('config_unusable', { values: { path, reason: code } }, { cause: error })
}

function tryReadJson(path: string): Record<string, unknown> | Failure {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isRecord(content) ? content : broken(path)
  } catch (error) {
    if (error instanceof SyntaxError) return broken(path, error)
    // ENOTDIR: the home is not a folder, such as /dev/null on some CI machines.
    if (/^(ENOENT|ENOTDIR)$/.test(String((error as NodeJS.ErrnoException).code))) return {}
    throw asUnusable(path, error)
  }
}

const broken = (path: string, cause?: unknown): Failure =>
  new Failure('config_broken', { values: { path } }, { cause })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isRecordOf = (value: unknown, isGood: (item: Record<string, unknown>) => boolean): boolean =>
  isRecord(value) && Object.values(value).every((item) => isRecord(item) && isGood(item))
