import type { Writable } from 'node:stream'
import type { Clock } from '../core/clock.ts'
import type { Language } from '../core/language.ts'
import type { ProcessRole } from '../core/process-roles.ts'
import type { RetentionPeriods } from '../core/retention/retention-periods.ts'
import type { ReputationLimits } from '../core/service/reputation-limits.ts'
import type { SignUpMode } from '../core/sign-up/sign-up-modes.ts'
import type { InboxSettings } from './bounces/inbox.ts'
import type { DkimSettings } from './keys/dkim-keys.ts'
import type { LogSettings } from './log.ts'
import type { MediaSettings, Rates, RelayHook } from './service.ts'

/** What was cut off is written, and the database is closed, within this time. */
export const cutOffMs = 5_000

/** What a process needs to know to serve an installation. */
export interface InstallationSettings {
  /** An SQLite file or a `postgres://` URL. */
  database: string
  masterKey?: string
  host: string
  port: number
  /** Default: the address we listen on. */
  publicUrl?: string
  /** The relay. Default: a built-in catch-all that keeps all messages, for a sandbox. */
  smtpUrl?: string
  /** Default: images are in the database. */
  media?: MediaSettings
  trustedProxies: number
  /** Our host name in mail. */
  hostName: string
  /** For return paths. Default: the host name. */
  bounceDomain?: string
  /** Where bounces are received by SMTP. Omitted when another process receives them. */
  inbox?: InboxSettings
  /** The keys that sign mail. Default: those under `remite`. */
  dkim?: Partial<DkimSettings>
  /** Accepts bounces and complaints that this relay posts. */
  relayHook?: RelayHook
  /** Default: mail is signed. */
  signsMail?: boolean
  /** Signs new sessions with a new key. Open sessions stay valid. */
  renewsSessionKey?: boolean
  rates?: Rates
  /** Default: `defaultReputationLimits`. */
  reputation?: ReputationLimits
  /** The first account, created if there is none. Without `keep`, the caller shows its password. */
  admin: {
    username: string
    email?: string
    language: Language
    timezone: string
    keep?: ((account: { username: string; pass: string }) => void) | undefined
  }
  /** Who may sign up. Default: anyone in a sandbox, which sends no mail; nobody otherwise. */
  signUp?: SignUpMode
  /** Default: `defaultRetention`. */
  retention?: RetentionPeriods
  machineWindowMs?: number
  /** Default: only in a sandbox, where the receivers are on this machine too. */
  allowsPrivateWebhooks?: boolean
  /** How long a stop waits for what is open. Then it is cut off. */
  stopTimeoutMs?: number
  /** Identifies this run to the process that started it. */
  instance: string
  clock: Clock
  log: Writable
  logSettings?: Pick<LogSettings, 'level' | 'format'>
  /** Of this program, for the log and the metrics. */
  version: string
  /** Where Prometheus reads the metrics. Default: nowhere. */
  metricsAddress?: { host: string; port: number }
  /** Default: 8. */
  relayConnections?: number
  /** To PostgreSQL, without those of long reads. */
  databaseConnections?: number
  /** A streaming replica of a PostgreSQL database, for long reads. */
  readDatabase?: string
  /** What this process does. Default: everything. On SQLite, only that. */
  roles?: readonly ProcessRole[]
  /** The processes of this machine that share its processors. Default: 1. */
  processes?: number
  /** Whether another process serves the metrics of this one. */
  sharesMetrics?: boolean
  /** The process id of a process that this one replaces. It is dead, so its work is taken over at once. */
  replaces?: string | undefined
  /** Answers requests, but starts no worker: after a restore, nothing may be sent again. */
  holdsWork?: boolean
}
