import { isPostgresUrl } from '../core/urls/postgres-url.ts'
import type { InstallationSettings } from './installation-settings.ts'
import type { Service } from './service.ts'

/** Returns what the log says about a start. Addresses come without user names and passwords. */
export const describeStart = (
  { version, database, readDatabase, metricsAddress, holdsWork = false }: InstallationSettings,
  { settings, roles }: Pick<Service, 'settings' | 'roles'>,
) => ({
  version,
  database: isPostgresUrl(database) ? withoutLogin(database) : 'sqlite',
  ...(readDatabase && { read_database: withoutLogin(readDatabase) }),
  roles: roles.join(' '),
  ...(settings.media?.address && { media: settings.media.address }),
  relay: withoutLogin(settings.smtpUrl),
  public_url: settings.publicUrl,
  relay_connections: settings.smtpConnections,
  ...(metricsAddress && { metrics: `${metricsAddress.host}:${metricsAddress.port}` }),
  ...(holdsWork && { hold: true }),
})

function withoutLogin(address: string): string {
  const url = new URL(address)
  return `${url.protocol}//${url.host}${url.pathname}`
}
