import { Failure } from '../../core/failure.ts'
import { isPublicUrl } from '../outbound.ts'
import type { ServiceSettings } from '../service.ts'

/** Refuses URLs that are obviously private. The resolved address is checked at each call. */
export function refuseBadUrl(url: string, settings: ServiceSettings): void {
  if (settings.allowsPrivateWebhooks || isPublicUrl(url)) return
  throw new Failure('invalid', { problems: [{ field: 'url', code: 'not_public' }] })
}
