import { join } from 'node:path'
import { refuseSecretInUrl } from '../../../config/api-url.ts'
import { stateFolder } from '../../../config/folders.ts'
import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import { relayProviders } from '../../../core/relay-providers.ts'
import { hourMs } from '../../../core/time.ts'
import { defineCommand } from '../../command/command.ts'
import { leaveNow } from '../../host/host.ts'
import { freePort, ownPid } from '../../host/processes.ts'
import { removeState, writeCredentials, writeState } from '../../sandbox/state.ts'
import { bounceTlsOf, type TlsFiles } from '../../serve/bounce-tls.ts'
import { readDkimFlags } from '../../serve/dkim.ts'
import { formatHostPort, type HostPort, parseDomain, parseHostPort } from '../../serve/host-port.ts'
import { relayHookOf } from '../../serve/relay-hook.ts'

const defaultListen = '127.0.0.1:8480'
const anyPort = '127.0.0.1:0'

export const command = defineCommand({
  options: {
    folder: { kind: 'text', placeholder: 'FOLDER' },
    database: { kind: 'text', placeholder: 'URL' },
    smtp: { kind: 'text', placeholder: 'URL' },
    listen: { kind: 'text', placeholder: 'HOST:PORT' },
    port: { kind: 'number', placeholder: 'PORT' },
    'public-url': { kind: 'text', placeholder: 'URL' },
    'trusted-proxies': { kind: 'number' },
    'mail-host': { kind: 'text', placeholder: 'HOST' },
    'bounce-listen': { kind: 'text', placeholder: 'HOST:PORT' },
    'bounce-domain': { kind: 'text', placeholder: 'DOMAIN' },
    'bounce-tls-cert': { kind: 'text', placeholder: 'FILE' },
    'bounce-tls-key': { kind: 'text', placeholder: 'FILE' },
    'relay-hook': { kind: 'text', choices: relayProviders },
    'relay-hook-key': { kind: 'text', placeholder: 'KEY' },
    'dkim-selector': { kind: 'text', placeholder: 'NAME' },
    'next-dkim-selector': { kind: 'text', placeholder: 'NAME' },
    'retire-dkim-selector': { kind: 'text', placeholder: 'NAME' },
    'relay-signs': { kind: 'switch' },
    'relay-rate': { kind: 'number', placeholder: 'N' },
    'account-rate': { kind: 'number', placeholder: 'N' },
    'domain-rate': { kind: 'number', placeholder: 'N' },
    'machine-window': { kind: 'text', placeholder: 'TIME' },
    'stop-timeout': { kind: 'text', placeholder: 'TIME' },
    'new-session-key': { kind: 'switch' },
    'new-dkim-keys': { kind: 'switch' },
    sandbox: { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'serve --smtp smtp://relay.example:587 --public-url https://mail.example.org',
    'serve --listen 0.0.0.0:8480 --trusted-proxies 1',
    'serve --bounce-listen 0.0.0.0:25 --bounce-domain bounces.example.org',
  ],
  failures: [
    'missing_input',
    'secret_in_flag',
    'certificate_unusable',
    'port_in_use',
    'port_refused',
    'database_in_use',
    'schema_newer',
    'wrong_master_key',
    'master_key_missing',
    'signing_key_broken',
    'dkim_selector_unknown',
    'dkim_selector_used',
  ],
  async run(context, { options }) {
    const { environment, host, output, messages } = context
    const isSandbox = options.sandbox === true
    const smtpUrl = urlOf(options.smtp, environment.smtpUrl, 'smtp', 'REMITE_SMTP_URL')
    if (!isSandbox && smtpUrl === undefined) {
      throw new Failure('missing_input', { values: { flags: '--smtp' } })
    }
    const folder = options.folder ?? join(stateFolder(environment, host.machine), 'service')
    const database = urlOf(
      options.database,
      environment.databaseUrl,
      'database',
      'REMITE_DATABASE_URL',
    )
    const address = await listenOn(options, isSandbox)
    const returns = bouncesOf(options, isSandbox, await bounceTlsOf(options, context))
    const instance = newUuid()
    const windowMs = readDuration('machine-window', options['machine-window'])
    const stopTimeoutMs = readStopTimeout(options['stop-timeout'])
    const dkim = readDkimFlags(options)
    const hook = relayHookOf(options)
    const publicUrl = options['public-url']?.replace(/(?<!\/)\/+$/, '')
    const { startInstallation } = await import('../../../service/installation.ts')
    const installation = await startInstallation({
      database: database ?? join(folder, 'remite.db'),
      ...address,
      trustedProxies: options['trusted-proxies'] ?? 0,
      hostName:
        options['mail-host'] ?? (publicUrl ? new URL(publicUrl).hostname : 'remite.localhost'),
      admin: {
        username: isSandbox ? 'sandbox' : 'admin',
        language: context.settings.language.value,
        timezone: context.timezone,
      },
      instance,
      clock: host.clock,
      log: host.stderr,
      ...(environment.masterKey && { masterKey: environment.masterKey }),
      ...(publicUrl && { publicUrl }),
      ...(smtpUrl && { smtpUrl }),
      ...(windowMs !== undefined && { machineWindowMs: windowMs }),
      ...(stopTimeoutMs !== undefined && { stopTimeoutMs }),
      dkim,
      ...(hook && { relayHook: hook }),
      signsMail: options['relay-signs'] !== true,
      renewsSessionKey: options['new-session-key'] === true,
      rates: {
        relay: rateOf('relay-rate', options['relay-rate']),
        account: rateOf('account-rate', options['account-rate']),
        domain: rateOf('domain-rate', options['domain-rate']),
      },
      ...returns,
    })
    const { url, firstAccount, inbox, relayHookUrl, consentChange } = installation
    const bounces = inbox && formatHostPort(inbox)
    if (isSandbox) {
      if (firstAccount) writeCredentials(folder, firstAccount)
      const startedAt = new Date(host.clock.now()).toISOString()
      writeState({ pid: ownPid(), url, bounces, instance, folder, startedAt, consentChange })
    } else if (firstAccount) {
      output.note(messages.operating.firstAccount(firstAccount))
    }
    if (consentChange) output.note(messages.operating.consentChanged(consentChange))
    if (bounces) output.note(messages.operating.bounceInboxReady(bounces))
    if (relayHookUrl) output.note(messages.operating.relayHookReady(relayHookUrl))
    output.note(messages.operating.listening(url))
    // Do not wait: DNS may be slow, and the service works without the answer.
    void installation.unpublishedKeys().then((records) => {
      for (const record of records) output.note(messages.operating.publishKey(record))
    })
    await untilStopped(host.stopped)
    const isClean = await installation.close()
    if (isSandbox) removeState(folder)
    // A connection without an answer would keep the process alive.
    if (!isClean) leaveNow()
    return undefined
  },
})

function urlOf(
  flag: string | undefined,
  fallback: string | undefined,
  name: string,
  variable: string,
): string | undefined {
  if (flag !== undefined) refuseSecretInUrl(flag, { flag: `--${name}`, variable })
  return flag ?? fallback
}

interface ServeFlags {
  listen?: string
  port?: number
  'bounce-listen'?: string
  'bounce-domain'?: string
}

async function listenOn({ listen, port }: ServeFlags, isSandbox: boolean): Promise<HostPort> {
  if (isSandbox || port !== undefined) {
    return { host: '127.0.0.1', port: port ?? (await freePort()) }
  }
  return parseHostPort(listen ?? defaultListen, '--listen')
}

function bouncesOf(flags: ServeFlags, isSandbox: boolean, tls: TlsFiles | undefined) {
  const { 'bounce-listen': listen = isSandbox ? anyPort : undefined } = flags
  const { 'bounce-domain': domain } = flags
  return {
    ...(listen !== undefined && {
      inbox: { ...parseHostPort(listen, '--bounce-listen'), ...(tls && { tls }) },
    }),
    ...(domain !== undefined && { bounceDomain: parseDomain(domain, '--bounce-domain') }),
  }
}

function readDuration(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: `--${name}`, code: 'bad_duration' }] })
}

/** Longer than an hour is a mistake, and a timer takes 24 days at most. */
function readStopTimeout(text: string | undefined): number | undefined {
  const ms = readDuration('stop-timeout', text)
  if (ms === undefined || ms <= hourMs) return ms
  throw new Failure('usage', {
    problems: [{ field: '--stop-timeout', code: 'too_large', values: { limit: '1h' } }],
  })
}

/** Messages per second. */
function rateOf(name: string, rate: number | undefined): number | undefined {
  if (rate === undefined || rate > 0) return rate
  throw new Failure('usage', {
    problems: [{ field: `--${name}`, code: 'too_small', values: { limit: 1 } }],
  })
}

const untilStopped = (stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopped.aborted) return resolve()
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
