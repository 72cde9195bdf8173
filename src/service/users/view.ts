import type { Role } from '../../contract/endpoint.ts'
import type { userStatuses } from '../../contract/shapes/user.ts'
import { asLanguage } from '../../core/language.ts'
import { toIsoTime } from '../../core/time.ts'
import { resetOf, usedSends } from './quota.ts'
import type { Account } from './store.ts'

export const showQuota = (account: Account, now: number) => ({
  plan: account.plan,
  monthly_sends: account.monthly_sends,
  used: usedSends(account, now),
  contacts_max: account.contacts_max,
  contacts_used: account.contacts_used,
  ai_generations: account.ai_generations,
  rate_per_hour: account.rate_per_hour,
  resets_at: new Date(resetOf(account, now)).toISOString(),
})

/** A user as the API returns it. */
export const showUser = (account: Account, now: number) => ({
  id: account.id,
  username: account.username,
  email: account.email,
  nombre: account.nombre,
  role: account.role as Role, // the column contains only roles of the contract
  parent_id: account.parent_id,
  status: account.status as (typeof userStatuses)[number], // the same; a deleted account is not found
  language: asLanguage(account.language),
  sandbox: account.is_sandbox === 1,
  quota: showQuota(account, now),
  created_at: toIsoTime(account.created_at),
})
