import { Failure } from '../../core/failure.ts'
import { isPublicUrl } from '../outbound.ts'
import type { ServiceSettings } from '../service.ts'

/** What a name stands for is seen when it is called; what the text says already is said at once. */
export function refuseBadUrl(url: string, settings: ServiceSettings): void {
  if (settings.allowsPrivateWebhooks || isPublicUrl(url)) return
  throw new Failure('invalid', { problems: [{ field: 'url', code: 'not_public' }] })
}
