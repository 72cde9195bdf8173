import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../../config/env.ts'
import { stateFolder } from '../../config/folders.ts'
import { replaceFile } from '../../config/replace-file.ts'
import type { Settings } from '../../config/settings.ts'
import type { Token } from '../../config/token.ts'
import { claimsOf } from '../../config/token-claims.ts'
import { dayMs } from '../../core/time.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'
import type { Host } from '../host/host.ts'
import type { Output } from '../output/output.ts'

/** Warn a week before the end of a long session, and in the last tenth of a short one. */
const maxNoticeMs = 7 * dayMs
const noticeShare = 0.1

interface WarningContext {
  environment: Environment
  host: Host
  output: Output
  settings: Settings
  messages: Messages
}

/** Warns on standard error that the session is about to expire. Once a day, because cron mails output. */
export async function warnOfSessionEnd(context: WarningContext, token: Token): Promise<void> {
  const { environment, host, output, settings, messages } = context
  const { expiresAt, issuedAt } = claimsOf(token.value)
  const now = host.clock.now()
  const since = issuedAt ?? Date.parse(token.session?.storedAt ?? '')
  if (expiresAt === undefined || !isNear({ expiresAt, since, now })) return
  const path = join(stateFolder(environment, host.machine), 'session-warnings.json')
  const today = new Date(now).toISOString().slice(0, 10)
  const profile = settings.profile.value
  const warned = readDays(path)
  if (warned[profile] === today) return
  await output.warn(fill(messages.run.sessionEnds, { time: output.local.time(expiresAt) }))
  writeDays(path, { ...warned, [profile]: today })
}

interface Lifetime {
  expiresAt: number
  /** NaN when unknown. */
  since: number
  now: number
}

function isNear({ expiresAt, since, now }: Lifetime): boolean {
  const share = (expiresAt - since) * noticeShare
  const notice = Number.isNaN(share) ? maxNoticeMs : Math.min(share, maxNoticeMs)
  const left = expiresAt - now
  return left > 0 && left <= notice
}

/** The day of the last warning, by profile. */
type Days = Record<string, string>

function readDays(path: string): Days {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof content === 'object' && content !== null ? (content as Days) : {}
  } catch {
    return {} // then the warning is repeated
  }
}

function writeDays(path: string, days: Days): void {
  try {
    replaceFile(path, JSON.stringify(days))
  } catch {
    // Without the file the warning is repeated.
  }
}
