import { Failure } from '../../core/failure.ts'
import type { PageRequest } from './page.ts'

/**
 * Refuses a form that a page of somebody else sent. What is in the address is what lets in, not the
 * browser, so this only keeps one link from being pressed by another site; a browser that hides where
 * a form comes from (`null`) is let through.
 */
export function refuseForeignForm({ headers }: PageRequest, publicUrl: string): void {
  const { origin, host } = headers
  if (origin === undefined || origin === 'null') return
  const isOurs = origin === new URL(publicUrl).origin || origin.replace(/^https?:\/\//, '') === host
  if (!isOurs) throw new Failure('forbidden')
}
