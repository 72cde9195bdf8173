import { join } from 'node:path'
import { stateFolder } from '../../config/folders.ts'
import { processRoles } from '../../core/process-roles.ts'
import { serviceDefaults } from '../../core/service/defaults.ts'
import { defaultReputationLimits } from '../../core/service/reputation-limits.ts'
import { secondMs } from '../../core/time.ts'
import type { OptionValues } from '../command/command.ts'
import type { Context } from '../context/context.ts'
import { anyPort, defaultListenOf } from './addresses.ts'
import { formatHostPort, parseHostPort } from './host-port.ts'
import { defaultLogSettings } from './live-settings.ts'
import type { serveOptions } from './options.ts'
import { defaultPeriods } from './retention.ts'
import type { Setting } from './settings-sources.ts'
import { hostNameOf } from './sign-up.ts'

/** Where the data is without `--folder`. */
export const defaultFolder = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'service')

type DefaultValues = Readonly<Record<keyof typeof serveOptions, Setting['value'] | null>>

/**
 * Returns the value of each setting that is not set, in view of those that are. Null is none: no
 * limit, no replica, or a part of the service that is off.
 */
export function defaultValues(
  context: Context,
  options: OptionValues<typeof serveOptions>,
): DefaultValues {
  const folder = defaultFolder(context)
  const isSandbox = options.sandbox === true
  const listen = defaultListenOf(options, isSandbox)
  const { port, host } = parseHostPort(options.listen ?? listen, '--listen')
  // Port 0 is any free one.
  const address = formatHostPort({ host, port: options.port ?? port })
  const publicUrl = options['public-url']
  const hostName = hostNameOf({ ...options, publicUrl })
  const { bounces, complaints, refusals } = defaultReputationLimits
  return {
    folder,
    database: join(options.folder ?? folder, 'remite.db'),
    'read-database': null,
    media: null,
    smtp: null,
    listen,
    port: null,
    'public-url': address.endsWith(':0') ? null : `http://${address}`,
    'trusted-proxies': 0,
    'mail-host': hostName,
    'bounce-listen': isSandbox ? anyPort : null,
    'bounce-domain': hostName,
    'bounce-tls-cert': null,
    'bounce-tls-key': null,
    'relay-hook': null,
    'relay-hook-key': null,
    'dkim-selector': serviceDefaults.dkimSelector,
    'next-dkim-selector': null,
    'retire-dkim-selector': null,
    'relay-signs': false,
    'relay-rate': null,
    'account-rate': null,
    'domain-rate': null,
    'max-bounce-rate': bounces * 100,
    'max-complaint-rate': complaints * 100,
    'max-refusal-rate': refusals * 100,
    'machine-window': seconds(serviceDefaults.machineWindowMs),
    ...defaultPeriods(),
    'stop-timeout': seconds(serviceDefaults.stopTimeoutMs),
    'new-session-key': false,
    'new-dkim-keys': false,
    'relay-connections': serviceDefaults.relayConnections,
    'database-connections': serviceDefaults.databaseConnections,
    metrics: null,
    'log-level': defaultLogSettings.level,
    'log-format': defaultLogSettings.format,
    signup: isSandbox ? 'open' : 'closed',
    'admin-email': null,
    processes: '1',
    roles: processRoles.join(','),
    hold: false,
    sandbox: false,
  }
}

const seconds = (ms: number): string => `${ms / secondMs}s`
