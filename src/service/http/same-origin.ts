import { Failure } from '../../core/failure.ts'
import type { PageRequest } from './page.ts'

/**
 * Refuses forms from other sites. The secret in the address authorises the reader, not a cookie, so
 * this only stops another site from submitting a link that it knows. A browser that hides the
 * origin (`null`) is allowed.
 */
export function refuseCrossSiteForm({ headers }: PageRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined || origin === 'null') return
  const isOurs = origin === new URL(publicUrl).origin || origin.replace(/^https?:\/\//, '') === host
  if (!isOurs) throw new Failure('forbidden')
}
