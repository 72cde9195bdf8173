import { toIsoTime } from '../../core/time.ts'
import type { AuditChange } from './audit-changes.ts'
import { type AuditEntry, operatorId } from './audit-store.ts'

/** An action as the API returns it. */
export const showAction = ({ at, key_name: key, changes, ...entry }: AuditEntry) => ({
  id: entry.id,
  at: toIsoTime(at),
  actor_id: entry.actor_id === operatorId ? null : entry.actor_id,
  actor: entry.actor,
  account_id: entry.account_id,
  account: entry.account,
  key_id: entry.key_id,
  key,
  client: entry.client,
  ip: entry.ip,
  act: entry.act,
  path: entry.path,
  new_id: entry.new_id,
  changes: changes === null ? [] : (JSON.parse(changes) as AuditChange[]), // written by `audit.ts`
})
