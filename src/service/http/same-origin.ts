import { Failure } from '../../core/failure.ts'
import type { PageRequest } from './page.ts'

type Headers = PageRequest['headers']

/**
 * Whether the request names this very server as its origin: scheme aside, name and port are those
 * of the Host header. An HTTPS proxy in front of us changes the scheme.
 */
export const isOwnOrigin = ({ origin = '', host }: Headers): boolean =>
  origin.replace(/^https?:\/\//, '') === host

/**
 * Refuses forms from other sites. The secret in the address authorises the reader, not a cookie, so
 * this only stops another site from submitting a link that it knows. A browser that hides the
 * origin (`null`) is allowed.
 */
export function refuseCrossSiteForm({ headers }: PageRequest, publicUrl: string): void {
  const { origin } = headers
  if (origin === undefined || origin === 'null') return
  const isOurs = origin === new URL(publicUrl).origin || isOwnOrigin(headers)
  if (!isOurs) throw new Failure('forbidden')
}
