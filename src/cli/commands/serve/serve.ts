import { join } from 'node:path'
import { refuseSecretInUrl } from '../../../config/api-url.ts'
import { stateFolder } from '../../../config/folders.ts'
import { normaliseAddress } from '../../../core/address.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import { logFormats } from '../../../core/log-settings.ts'
import { defineCommand, type OptionValues } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { leaveNow } from '../../host/host.ts'
import { catchHangUps, freePort, type HangUps, ownPid } from '../../host/processes.ts'
import { canBeSignalled } from '../../host/stop-signals.ts'
import { version } from '../../host/version.ts'
import { removeState, writeCredentials, writeState } from '../../sandbox/state.ts'
import { untilStopRequested } from '../../sandbox/stop-request.ts'
import { bounceTlsOf, type TlsFiles } from '../../serve/bounce-tls.ts'
import { readDkimFlags } from '../../serve/dkim.ts'
import { writeFirstAccount } from '../../serve/first-account-file.ts'
import { formatHostPort, type HostPort, parseDomain, parseHostPort } from '../../serve/host-port.ts'
import { changedNames, liveSettingsOf } from '../../serve/live-settings.ts'
import { readMedia } from '../../serve/media.ts'
import { serveOptions } from '../../serve/options.ts'
import { countOf, readDuration, readStopTimeout } from '../../serve/read-numbers.ts'
import { relayHookOf } from '../../serve/relay-hook.ts'
import { writeRelayHook } from '../../serve/relay-hook-file.ts'
import { retentionOf } from '../../serve/retention.ts'
import { readRoles } from '../../serve/roles.ts'
import {
  collectSettings,
  configVariable,
  namingSources,
  type Setting,
  sharedVariables,
  withoutSecret,
} from '../../serve/settings-sources.ts'
import { warnOfMistakes } from '../../serve/warn-of-mistakes.ts'

const defaultListen = '127.0.0.1:8480'
const anyPort = '127.0.0.1:0'

export const command = defineCommand({
  options: {
    ...serveOptions,
    config: { kind: 'text', placeholder: 'FILE' },
    'print-config': { kind: 'switch' },
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
    'processes_running',
    'schema_newer',
    'replica_unusable',
    'wrong_master_key',
    'master_key_missing',
    'signing_key_broken',
    'dkim_selector_unknown',
    'dkim_selector_used',
  ],
  view: { columns: [text('name'), text('value'), text('source')], id: 'name' },
  async run(context, { options: flags }) {
    const file = flags.config ?? (context.host.env[configVariable] || undefined)
    const collect = () => collectSettings(context, serveOptions, { flags, file })
    const settings = await collect()
    await warnOfMistakes(context, { settings, file })
    if (flags['print-config']) {
      const items = settings.map((each) => ({
        name: each.name,
        value: withoutSecret(each),
        source: each.source,
      }))
      return { page: { items, total: items.length } }
    }
    for (const { name, value, source } of settings) {
      const variable = sharedVariables[name]
      if (source !== 'flag' || variable === undefined) continue
      refuseSecretInUrl(String(value), { flag: `--${name}`, variable })
    }
    const hangUps = catchHangUps(context.host.machine.platform)
    try {
      await namingSources(settings, () => serve(context, { settings, readAgain: collect, hangUps }))
    } finally {
      hangUps.release()
    }
    return undefined
  },
})

interface Serving {
  settings: readonly Setting[]
  readAgain: () => Promise<Setting[]>
  hangUps: HangUps
}

/** Serves until a signal or a stop request. A SIGHUP reads the settings again. */
async function serve(context: Context, { settings, readAgain, hangUps }: Serving): Promise<void> {
  const { environment, host, output, messages } = context
  const options = optionsOf(settings)
  const live = liveSettingsOf(options)
  const isSandbox = options.sandbox === true
  const smtpUrl = options.smtp
  if (!isSandbox && smtpUrl === undefined) {
    throw new Failure('missing_input', { values: { flags: '--smtp' } })
  }
  const folder = options.folder ?? join(stateFolder(environment, host.machine), 'service')
  const { database, 'read-database': readDatabase } = options
  const address = await listenOn(options, isSandbox)
  const returns = bouncesOf(options, isSandbox, await bounceTlsOf(options, context))
  const instance = newUuid()
  const windowMs = readDuration('machine-window', options['machine-window'])
  const stopTimeoutMs = readStopTimeout(options['stop-timeout'])
  const dkim = readDkimFlags(options)
  const hook = relayHookOf(options)
  const publicUrl = options['public-url']?.replace(/(?<!\/)\/+$/, '')
  const adminEmail = readAddress('admin-email', options['admin-email'])
  const showsSecrets = host.stderr.isTTY === true && !context.flags.quiet
  let accountFile = ''
  if (!isSandbox && publicUrl === undefined) await output.warn(messages.operating.noPublicUrl)
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
      ...(adminEmail !== undefined && { email: adminEmail }),
      keep(account) {
        if (!isSandbox && !showsSecrets) accountFile = writeFirstAccount(folder, account)
      },
    },
    instance,
    clock: host.clock,
    log: host.stderr,
    logSettings: {
      level: live.logLevel,
      format: logFormats.find((format) => format === options['log-format']) ?? 'json',
    },
    version,
    ...(options.metrics !== undefined && {
      metricsAddress: parseHostPort(options.metrics, '--metrics'),
    }),
    ...countOf('relay-connections', options['relay-connections'], 'relayConnections'),
    ...countOf('database-connections', options['database-connections'], 'databaseConnections'),
    ...(readDatabase !== undefined && { readDatabase }),
    roles: readRoles(options.roles, database),
    holdsWork: options.hold === true,
    ...(environment.masterKey && { masterKey: environment.masterKey }),
    ...(publicUrl && { publicUrl }),
    ...(smtpUrl && { smtpUrl }),
    ...(windowMs !== undefined && { machineWindowMs: windowMs }),
    ...(stopTimeoutMs !== undefined && { stopTimeoutMs }),
    dkim,
    media: readMedia(options.media, environment),
    ...(hook && { relayHook: hook }),
    signsMail: options['relay-signs'] !== true,
    renewsSessionKey: options['new-session-key'] === true,
    rates: live.rates,
    reputation: live.reputation,
    retention: retentionOf(options),
    ...returns,
  })
  const { url, firstAccount, unreachableAdmin, inbox, relayHookUrl, consentChange } = installation
  const bounces = inbox && formatHostPort(inbox)
  if (isSandbox) {
    if (firstAccount) writeCredentials(folder, firstAccount)
    const startedAt = new Date(host.clock.now()).toISOString()
    writeState({ pid: ownPid(), url, bounces, instance, folder, startedAt, consentChange })
  } else if (firstAccount && accountFile === '') {
    output.note(messages.operating.firstAccount(firstAccount))
  } else if (firstAccount) {
    const { username } = firstAccount
    output.note(messages.operating.firstAccountIn({ username, file: accountFile }))
  }
  if (unreachableAdmin && !isSandbox) {
    await output.warn(messages.operating.adminUnreachable(unreachableAdmin))
  }
  if (options.hold) output.note(messages.operating.onHold)
  if (consentChange) output.note(messages.operating.consentChanged(consentChange))
  if (bounces) output.note(messages.operating.bounceInboxReady(bounces))
  if (relayHookUrl && showsSecrets) output.note(messages.operating.relayHookReady(relayHookUrl))
  else if (relayHookUrl) {
    output.note(messages.operating.relayHookIn(writeRelayHook(folder, relayHookUrl)))
  }
  output.note(messages.operating.listening(url))
  // Do not wait: DNS may be slow, and the service works without the answer.
  void installation.unpublishedKeys().then((records) => {
    for (const record of records) output.note(messages.operating.publishKey(record))
  })
  const { clock, stopped: signal } = host
  let current = settings
  hangUps.listen(() => void reload())
  const stopped =
    isSandbox && !canBeSignalled(host.machine.platform)
      ? untilStopRequested({ folder, instance }, { clock, signal })
      : untilStopped(signal)
  const migration = await Promise.race([stopped.then(() => undefined), installation.outdated])
  hangUps.listen(() => {})
  const isClean = await installation.close()
  if (isSandbox) removeState(folder)
  if (migration !== undefined) throw new Failure('schema_newer', { values: { migration } })
  // A connection without an answer would keep the process alive.
  if (!isClean) leaveNow()

  async function reload(): Promise<void> {
    try {
      const read = await readAgain()
      installation.apply(liveSettingsOf(optionsOf(read)))
      const { applied, waiting } = changedNames(current, read)
      const needs_restart = waiting.join(' ') || undefined
      installation.log.info('settings read again', { changed: applied.join(' '), needs_restart })
      current = read
    } catch (error) {
      const problems = error instanceof Failure ? error.details.problems : undefined
      const wrong = problems?.map(({ field, code }) => `${field}: ${code}`).join(', ')
      installation.log.error('the settings stay as they were', error, { wrong })
    }
  }
}

const optionsOf = (settings: readonly Setting[]): ServeOptions =>
  Object.fromEntries(settings.map(({ name, value }) => [name, value]))

type ServeOptions = OptionValues<typeof serveOptions>

interface ServeFlags {
  listen?: string
  port?: number
  'bounce-listen'?: string
  'bounce-domain'?: string
}

async function listenOn({ listen, port }: ServeFlags, isSandbox: boolean): Promise<HostPort> {
  const isLocal = isSandbox || port !== undefined
  const address = isLocal
    ? { host: '127.0.0.1', port: port ?? 0 }
    : parseHostPort(listen ?? defaultListen, '--listen')
  // Every link has the port, so it is chosen before the service starts. 0 is any free one.
  return address.port === 0 ? { ...address, port: await freePort() } : address
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

function readAddress(flag: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const address = normaliseAddress(text)
  if (address) return address.email
  throw new Failure('usage', { problems: [{ field: `--${flag}`, code: 'bad_email' }] })
}

const untilStopped = (stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopped.aborted) return resolve()
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
