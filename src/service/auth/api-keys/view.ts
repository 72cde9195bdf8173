import { toIsoTime } from '../../../core/time.ts'
import type { ApiKey } from './store.ts'

/** A key as the API returns it, without the secret. */
export const showKey = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  scopes: key.scopes.split(' '),
  created_at: toIsoTime(key.created_at),
  expires_at: toIsoTime(key.expires_at),
  last_used_at: toIsoTime(key.last_used_at),
  replaced_by: key.replaced_by,
})
