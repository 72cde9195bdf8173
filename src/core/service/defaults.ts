import { secondMs } from '../time.ts'

/** What the service does unless its operator sets something else. */
export const serviceDefaults = {
  dkimSelector: 'remite',
  relayConnections: 8,
  /** More connections to PostgreSQL gain nothing as long as the workers batch their writes. */
  databaseConnections: 10,
  stopTimeoutMs: 20 * secondMs,
  /**
   * Scanners fetch a message while the relay still holds it or just after; a person first has to see
   * it. This also classifies the image proxies of Google and Yahoo: they fetch on open, except when
   * they prefetch.
   */
  machineWindowMs: 10 * secondMs,
} as const
