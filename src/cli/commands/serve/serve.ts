import { join } from 'node:path'
import { refuseSecretInUrl } from '../../../config/api-url.ts'
import { stateFolder } from '../../../config/folders.ts'
import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import { defineCommand } from '../../command.ts'
import { freePort, ownPid } from '../../processes.ts'
import { removeState, writeCredentials, writeState } from '../sandbox/state.ts'

const defaultListen = '127.0.0.1:8480'

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
    'machine-window': { kind: 'text', placeholder: 'TIME' },
    sandbox: { kind: 'switch' },
  },
  isPublic: true,
  examples: [
    'serve --smtp smtp://relay.example:587 --public-url https://mail.example.org',
    'serve --listen 0.0.0.0:8480 --trusted-proxies 1',
  ],
  failures: [
    'missing_input',
    'secret_in_flag',
    'port_in_use',
    'database_in_use',
    'schema_newer',
    'wrong_master_key',
    'master_key_missing',
  ],
  async run(context, { options }) {
    const { environment, host, output, words } = context
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
    const { address, port } = await listenOn(options, isSandbox)
    const instance = newUuid()
    const windowMs = durationOf('machine-window', options['machine-window'])
    const publicUrl = options['public-url']?.replace(/\/+$/, '')
    const { startInstallation } = await import('../../../service/installation.ts')
    const installation = await startInstallation({
      database: database ?? join(folder, 'remite.db'),
      host: address,
      port,
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
    })
    const { url, firstAccount } = installation
    if (isSandbox) {
      if (firstAccount) writeCredentials(folder, firstAccount)
      const startedAt = new Date(host.clock.now()).toISOString()
      writeState({ pid: ownPid(), url, instance, folder, startedAt })
    } else if (firstAccount) {
      output.note(words.operating.firstAccount(firstAccount))
    }
    output.note(words.operating.listening(url))
    await untilStopped(host.stopped)
    await installation.close()
    if (isSandbox) removeState(folder)
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

interface Wishes {
  listen?: string
  port?: number
}

async function listenOn({ listen, port }: Wishes, isSandbox: boolean) {
  if (isSandbox || port !== undefined) {
    return { address: '127.0.0.1', port: port ?? (await freePort()) }
  }
  const [, address, digits] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(listen ?? defaultListen) ?? []
  if (address === undefined) {
    throw new Failure('usage', { problems: [{ field: '--listen', code: 'bad_pattern' }] })
  }
  return { address, port: Number(digits) }
}

function durationOf(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: `--${name}`, code: 'bad_duration' }] })
}

const untilStopped = (stopped: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (stopped.aborted) return resolve()
    stopped.addEventListener('abort', () => resolve(), { once: true })
  })
