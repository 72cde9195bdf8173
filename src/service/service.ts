import type { Clock } from '../core/clock.ts'
import type { RelayProvider } from '../core/mail/relay-providers.ts'
import type { ProcessRole } from '../core/process-roles.ts'
import type { RetentionPeriods } from '../core/retention/retention-periods.ts'
import type { ReputationLimits } from '../core/service/reputation-limits.ts'
import type { SignUpMode } from '../core/sign-up/sign-up-modes.ts'
import type { Executor } from './database/dialect.ts'
import type { Notifier } from './database/postgres/notifier.ts'
import type { Secrets } from './keys/secrets.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import type { RenderThreads } from './rendering/render-threads.ts'
import type { Resolver } from './resolver.ts'
import type { SigningThreads } from './signing/signing-threads.ts'

/** What handlers and workers depend on. Each takes only the parts that it needs. */
export interface Service {
  db: Executor
  /**
   * For long reads: separate threads on SQLite, separate connections or a replica on PostgreSQL. It sees
   * everything that was committed before.
   */
  reader: Executor
  clock: Clock
  secrets: Secrets
  resolver: Resolver
  log: Log
  metrics: Metrics
  /** For all work on users' templates, except composing messages that are sent. */
  rendering: RenderThreads
  /** For signing the messages that are sent. */
  signing: SigningThreads
  settings: ServiceSettings
  /** Names this process in its claims, so that others can tell whether it is alive. */
  processId: string
  /** Of this program. */
  version: string
  /** What this process does. */
  roles: readonly ProcessRole[]
  /** Whether it was started to answer requests only. */
  isOnHold: boolean
  /** Absent where no other process uses the database. */
  notifier?: Notifier
  /** Notifies the workers of all processes of possible work, so that it does not wait for a tick. */
  wake(): void
  /** Something was written. The workers of this process look for work each second for a while. */
  keepAwake(): void
}

export interface ServiceSettings {
  /** The public address of the service, without a trailing slash. Links start with it. */
  publicUrl: string
  /** The relay for outgoing mail. */
  smtpUrl: string
  /** The number of concurrent SMTP connections. */
  smtpConnections: number
  /** The sender of the service's own mail: codes, opt-in, notices. */
  serviceMail: string
  /** Our name in EHLO and to the right of the @ in Message-IDs. */
  hostName: string
  /** The domain of return paths. Its MX points to our inbox for bounces. */
  bounceDomain: string
  /**
   * Our RSA key is published at `<selector>._domainkey.<hostName>`. The domains of senders point
   * there.
   */
  dkimSelector: string
  /** Whether we sign messages. False when the relay does. */
  signsMail: boolean
  /** Accepts bounces and complaints that this relay posts. Default: none over HTTP. */
  relayHook?: RelayHook
  /** The maximum sending rates. An omitted rate has no limit. */
  rates: Rates
  /** A campaign above one of them is paused. */
  reputation: ReputationLimits
  /** How long records are kept. */
  retention: RetentionPeriods
  /** Opens and clicks earlier than this after delivery count as a machine's. */
  machineWindowMs: number
  /** Webhooks may use plain http, loopback and private networks. */
  allowsPrivateWebhooks: boolean
  /** Who may sign up. */
  signUp: SignUpMode
  /** The relay is the catch-all of a sandbox service, so no mail leaves this machine. */
  catchesMail: boolean
  /** Where the bytes of images are. Default: in the database. */
  media?: MediaSettings
}

export interface MediaSettings {
  /** For new images: `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…`, without credentials. */
  address?: string | undefined
  /** Of all buckets. */
  credentials?: S3Credentials | undefined
}

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
  sessionToken?: string
}

export interface RelayHook {
  provider: RelayProvider
  /** For SendGrid: its posts must then be signed. */
  publicKey?: string
}

/** Messages per second, of all processes on one database together. */
export interface Rates {
  relay?: number | undefined
  account?: number | undefined
  /** Per recipient domain. */
  domain?: number | undefined
}
