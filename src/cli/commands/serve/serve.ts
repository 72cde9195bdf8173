import { join } from 'node:path'
import { refuseSecretInUrl } from '../../../config/api-url.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import { defineCommand } from '../../command/command.ts'
import { text } from '../../command/view.ts'
import type { Context } from '../../context/context.ts'
import { forkChild, type ParentProcess, parentProcess } from '../../host/child-processes.ts'
import { leaveNow } from '../../host/host.ts'
import { catchHangUps, type HangUps, ownPid } from '../../host/processes.ts'
import { canBeSignalled, untilAborted } from '../../host/stop-signals.ts'
import { version } from '../../host/version.ts'
import { removeState, writeCredentials, writeState } from '../../sandbox/state.ts'
import { untilStopRequested } from '../../sandbox/stop-request.ts'
import { bouncesOf, listenOn, metricsOf, readAddress } from '../../serve/addresses.ts'
import { announce } from '../../serve/announce.ts'
import { bounceTlsOf } from '../../serve/bounce-tls.ts'
import { defaultFolder, defaultValues } from '../../serve/default-settings.ts'
import { readDkimFlags } from '../../serve/dkim.ts'
import { writeFirstAccount } from '../../serve/first-account-file.ts'
import { formatHostPort, type HostPort } from '../../serve/host-port.ts'
import { liveSettingsOf, logSettingsOf, withLiveSettings } from '../../serve/live-settings.ts'
import { readMedia } from '../../serve/media.ts'
import { noticesOf } from '../../serve/notices.ts'
import { serveOptions } from '../../serve/options.ts'
import { optionsOf } from '../../serve/options-of.ts'
import { readProcesses } from '../../serve/processes.ts'
import { countOf, readDuration, readStopTimeout } from '../../serve/read-numbers.ts'
import { relayHookOf } from '../../serve/relay-hook.ts'
import { reloadSettings } from '../../serve/reload.ts'
import { retentionOf } from '../../serve/retention.ts'
import { readRoles } from '../../serve/roles.ts'
import {
  collectSettings,
  configVariable,
  namingSources,
  type Setting,
  sharedVariables,
  shownSettings,
} from '../../serve/settings-sources.ts'
import { signUpOf } from '../../serve/sign-up.ts'
import { warnOfMistakes } from '../../serve/warn-of-mistakes.ts'

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
    'serve --database postgres://db.example/remite --processes auto',
  ],
  failures: [
    'missing_input',
    'secret_in_flag',
    'certificate_unusable',
    'sign_up_without_sender',
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
    const readAgain = () => collectSettings(context, serveOptions, { flags, file })
    const hangUps = catchHangUps(context.host.machine.platform)
    const parent = parentProcess()
    try {
      if (parent) return await serveForParent(context, { parent, readAgain, hangUps })
      const settings = await readAgain()
      const notices = flags['print-config']
        ? context.output
        : noticesOf(context, optionsOf(settings))
      await warnOfMistakes(context, { notices, settings, file })
      if (flags['print-config']) {
        const items = shownSettings(settings, defaultValues(context, optionsOf(settings)))
        return { page: { items, total: items.length } }
      }
      for (const { name, value, source } of settings) {
        const variable = sharedVariables[name]
        if (source !== 'flag' || variable === undefined) continue
        refuseSecretInUrl(String(value), { flag: `--${name}`, variable })
      }
      return await namingSources(settings, async () => {
        const options = optionsOf(settings)
        const address = await listenOn(options, options.sandbox === true)
        const serving = { settings, address, readAgain, hangUps, announces: true }
        if (readProcesses(options) === 1) return serve(context, serving)
        return serveInChildren(context, serving)
      })
    } finally {
      parent?.release()
      hangUps.release()
    }
  },
})

interface Serving {
  settings: readonly Setting[]
  address: HostPort
  readAgain: () => Promise<Setting[]>
  hangUps: HangUps
  /** Whether this process tells the operator about the installation. */
  announces: boolean
}

/** What a child is started with. */
interface ChildSettings extends Pick<Serving, 'settings' | 'address'> {
  instance: string
}

/** Starts the processes of this service, and ends with all of them. */
async function serveInChildren(context: Context, serving: Serving): Promise<{ exit: number }> {
  const { host } = context
  const { settings, address, readAgain, hangUps } = serving
  const options = optionsOf(settings)
  const { startGroup } = await import('../../../service/process-group/start-group.ts')
  let current = settings
  const instance = newUuid()
  const group = await startGroup({
    count: readProcesses(options),
    fork: () => forkChild(host.argv),
    settings: (): ChildSettings => ({ settings: current, address, instance }),
    clock: host.clock,
    log: host.stderr,
    logSettings: logSettingsOf(options),
    stopTimeoutMs: readStopTimeout(options['stop-timeout']),
    ...metricsOf(options),
  })
  hangUps.listen(async () => {
    // The children log what has changed.
    const read = await readAgain().catch(() => current)
    current = withLiveSettings(settings, read)
    group.reload()
  })
  void untilAborted(host.stopped).then(group.stop)
  return { exit: await group.ended }
}

/** Serves as one of the processes that a parent has started. */
async function serveForParent(
  context: Context,
  {
    parent,
    readAgain,
    hangUps,
  }: Pick<Serving, 'readAgain' | 'hangUps'> & { parent: ParentProcess },
): Promise<undefined> {
  const signal = AbortSignal.any([context.host.stopped, parent.stopped])
  const start = await Promise.race([parent.start, untilAborted(signal)])
  if (!start) return undefined
  const { settings, address, instance } = start.settings as ChildSettings // of `serveInChildren`
  const { isFirst: announces, replaces } = start
  const serving = { settings, address, readAgain, hangUps, announces }
  return namingSources(settings, () =>
    serve(context, serving, { parent, signal, replaces, instance }),
  )
}

interface Child {
  parent: ParentProcess
  /** Aborts when this process has to stop. */
  signal: AbortSignal
  replaces: string | undefined
  instance: string
}

/** Serves until a signal or a stop request. A SIGHUP reads the settings again. */
async function serve(
  context: Context,
  { settings, address, readAgain, hangUps, announces }: Serving,
  child?: Child,
): Promise<undefined> {
  const { environment, host, messages } = context
  const options = optionsOf(settings)
  const live = liveSettingsOf(options)
  const notices = noticesOf(context, options)
  const isSandbox = options.sandbox === true
  const smtpUrl = options.smtp
  if (!isSandbox && smtpUrl === undefined) {
    throw new Failure('missing_input', { values: { flags: '--smtp' } })
  }
  const folder = options.folder ?? defaultFolder(context)
  const { database, 'read-database': readDatabase } = options
  const returns = bouncesOf(options, isSandbox, await bounceTlsOf(options, context))
  const instance = child?.instance ?? newUuid()
  const windowMs = readDuration('machine-window', options['machine-window'])
  const stopTimeoutMs = readStopTimeout(options['stop-timeout'])
  const dkim = readDkimFlags(options)
  const hook = relayHookOf(options)
  const publicUrl = options['public-url']?.replace(/(?<!\/)\/+$/, '')
  const adminEmail = readAddress('admin-email', options['admin-email'])
  const showsSecrets = host.stderr.isTTY === true && !context.flags.quiet
  let accountFile = ''
  if (announces && !isSandbox && publicUrl === undefined) {
    await notices.warn(messages.operating.noPublicUrl)
  }
  const { startInstallation } = await import('../../../service/installation.ts')
  const installation = await startInstallation({
    database: database ?? join(folder, 'remite.db'),
    ...address,
    trustedProxies: options['trusted-proxies'] ?? 0,
    ...signUpOf({ ...options, publicUrl, isSandbox }),
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
    logSettings: logSettingsOf(options),
    version,
    ...metricsOf(options),
    ...countOf('relay-connections', options['relay-connections'], 'relayConnections'),
    ...countOf('database-connections', options['database-connections'], 'databaseConnections'),
    ...(readDatabase !== undefined && { readDatabase }),
    roles: readRoles(options.roles, database),
    processes: readProcesses(options),
    sharesMetrics: child !== undefined,
    replaces: child?.replaces,
    holdsWork: options.hold === true,
    ...(environment.masterKey && { masterKey: environment.masterKey }),
    ...(publicUrl && { publicUrl }),
    ...(smtpUrl && { smtpUrl }),
    ...(windowMs !== undefined && { machineWindowMs: windowMs }),
    ...(stopTimeoutMs !== undefined && { stopTimeoutMs }),
    dkim: { ...dkim, renews: announces && dkim.renews },
    media: readMedia(options.media, environment),
    ...(hook && { relayHook: hook }),
    signsMail: options['relay-signs'] !== true,
    renewsSessionKey: announces && options['new-session-key'] === true,
    rates: live.rates,
    reputation: live.reputation,
    retention: retentionOf(options),
    ...returns,
  })
  const { url, firstAccount, inbox, consentChange } = installation
  if (isSandbox) {
    if (firstAccount) writeCredentials(folder, firstAccount)
    const startedAt = new Date(host.clock.now()).toISOString()
    const bounces = inbox && formatHostPort(inbox)
    writeState({ pid: ownPid(), url, bounces, instance, folder, startedAt, consentChange })
  }
  if (announces) {
    const isOnHold = options.hold === true
    const surroundings = { folder, isSandbox, isOnHold, accountFile, showsSecrets }
    const { operating } = messages
    await announce({ notices, operating }, installation, surroundings)
  }
  child?.parent.onMessage((message) => {
    if (message.kind === 'reload') void reload()
    if (message.kind !== 'metrics') return
    const { request } = message
    void installation.collectMetrics().then((metrics) => {
      child.parent.send({ kind: 'metrics', request, metrics })
    })
  })
  child?.parent.send({ kind: 'started', processId: installation.processId })
  const { clock } = host
  const signal = child?.signal ?? host.stopped
  let current = settings
  hangUps.listen(() => void reload())
  const stopped =
    isSandbox && !canBeSignalled(host.machine.platform)
      ? untilStopRequested({ folder, instance }, { clock, signal })
      : untilAborted(signal)
  const migration = await Promise.race([stopped.then(() => undefined), installation.outdated])
  hangUps.listen(() => {})
  if (migration !== undefined) child?.parent.send({ kind: 'outdated' })
  if (child?.parent.hasEnded()) {
    installation.log.error('the parent process has ended, so this one stops', undefined)
  }
  const isClean = await installation.close()
  if (isSandbox) removeState(folder)
  if (migration !== undefined) throw new Failure('schema_newer', { values: { migration } })
  // A connection without an answer would keep the process alive.
  if (!isClean) leaveNow()
  return undefined

  async function reload(): Promise<void> {
    current = await reloadSettings(current, readAgain, installation)
  }
}
