import type { Clock } from '../core/clock.ts'
import type { RelayProvider } from '../core/relay-providers.ts'
import type { Executor } from './database/dialect.ts'
import type { Log } from './log.ts'
import type { Resolver } from './resolver.ts'
import type { Secrets } from './secrets.ts'

/** What handlers and workers are made with. Each names the few things it needs. */
export interface Service {
  db: Executor
  /** For long reads: on SQLite a thread of its own. */
  reader: Executor
  clock: Clock
  secrets: Secrets
  resolver: Resolver
  log: Log
  settings: ServiceSettings
  /** Tells the workers that there may be work now, so that nobody waits for the next tick. */
  wake(): void
}

export interface ServiceSettings {
  /** Where people reach the service from outside, without a slash at the end: links begin with it. */
  publicUrl: string
  /** The relay that mail goes out by. */
  smtpUrl: string
  /** SMTP connections at once. */
  smtpConnections: number
  /** The sender of the service's own mail: codes, opt-in, notices. */
  serviceMail: string
  /** The name we say in EHLO and right of the @ in Message-IDs. */
  hostName: string
  /** Right of the @ in return paths: its MX leads to our inbox for bounces. */
  bounceDomain: string
  /** Our RSA key stands at `<selector>._domainkey.<hostName>`; senders' domains point there. */
  dkimSelector: string
  /** Whether we sign what we send: not where the relay does. */
  signsMail: boolean
  /** Takes what this relay posts of bounces and complaints. Absent: nothing is taken by HTTP. */
  relayHook?: RelayHook
  /** How fast mail goes out; what is absent has no limit. */
  rates: Rates
  /** Opens and clicks sooner than this after delivery are taken for machines. */
  machineWindowMs: number
  /** Webhooks may go to plain http, to loopback and to the machines beside us. */
  allowsPrivateWebhooks: boolean
  /** Strangers may open an account for themselves. */
  allowsSignup: boolean
}

export interface RelayHook {
  provider: RelayProvider
  /** SendGrid's: what it posts has to be signed then. */
  publicKey?: string
}

/** Messages a second, for each process. */
export interface Rates {
  relay?: number | undefined
  account?: number | undefined
  /** Of the recipient. */
  domain?: number | undefined
}
