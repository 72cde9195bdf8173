import { toIsoTime } from '../../../core/time.ts'
import type { Grant } from '../oauth/store.ts'

/** A connected assistant as the API returns it. */
export const showApp = ({ id, client_name: name, host, scopes, ...grant }: Grant) => ({
  ...{ id, name, site: host },
  scopes: scopes.split(' '),
  created_at: toIsoTime(grant.created_at),
  expires_at: toIsoTime(grant.expires_at),
  last_used_at: toIsoTime(grant.last_used_at),
})
