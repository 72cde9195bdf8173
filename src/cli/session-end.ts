import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../config/env.ts'
import { stateFolder } from '../config/folders.ts'
import type { Settings } from '../config/settings.ts'
import type { Token } from '../config/token.ts'
import { claimsOf } from '../config/token-claims.ts'
import { fill } from '../messages/fill.ts'
import type { Messages } from '../messages/index.ts'
import type { Host } from './host.ts'
import type { Output } from './output/output.ts'

const dayMs = 86_400_000

/** Of a session of a year a week is time enough to log in again; of a day's, its last hours. */
const mostNoticeMs = 7 * dayMs
const noticeShare = 0.1

interface Given {
  environment: Environment
  host: Host
  output: Output
  settings: Settings
  words: Messages
}

/** Says on standard error that the session comes to its end: once a day, for cron mails what it is told. */
export async function warnOfEnd(context: Given, token: Token): Promise<void> {
  const { environment, host, output, settings, words } = context
  const { expiresAt, issuedAt } = claimsOf(token.value)
  const now = host.clock.now()
  const since = issuedAt ?? Date.parse(token.session?.storedAt ?? '')
  if (expiresAt === undefined || !isNear({ expiresAt, since, now })) return
  const path = join(stateFolder(environment, host.machine), 'session-warnings.json')
  const today = new Date(now).toISOString().slice(0, 10)
  const profile = settings.profile.value
  const warned = readDays(path)
  if (warned[profile] === today) return
  await output.warn(fill(words.run.sessionEnds, { time: output.local.time(expiresAt) }))
  writeDays(path, { ...warned, [profile]: today })
}

interface Life {
  expiresAt: number
  /** NaN when nobody knows. */
  since: number
  now: number
}

function isNear({ expiresAt, since, now }: Life): boolean {
  const share = (expiresAt - since) * noticeShare
  const notice = Number.isNaN(share) ? mostNoticeMs : Math.min(share, mostNoticeMs)
  const left = expiresAt - now
  return left > 0 && left <= notice
}

/** On which day each profile was warned. */
type Days = Record<string, string>

function readDays(path: string): Days {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Days) : {}
  } catch {
    return {} // then it is said once more
  }
}

function writeDays(path: string, days: Days): void {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
    writeFileSync(`${path}.new`, JSON.stringify(days), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    // What cannot be remembered is said once more.
  }
}
