import type { Role } from '../../contract/endpoint.ts'
import type { userStatuses } from '../../contract/shapes/user.ts'
import { asLanguage } from '../../core/language.ts'
import { resetOf, usedOf } from './quota.ts'
import type { Account } from './store.ts'

export const showQuota = (account: Account, now: number) => ({
  plan: account.plan,
  monthly_sends: account.monthly_sends,
  used: usedOf(account, now),
  contacts_max: account.contacts_max,
  contacts_used: account.contacts_used,
  ai_generations: account.ai_generations,
  rate_per_hour: account.rate_per_hour,
  resets_at: new Date(resetOf(account, now)).toISOString(),
})

/** A user as the wire shows it. */
export const showUser = (account: Account, now: number) => ({
  id: account.id,
  username: account.username,
  email: account.email,
  nombre: account.nombre,
  role: account.role as Role, // written from the contract's list alone
  parent_id: account.parent_id,
  status: account.status as (typeof userStatuses)[number], // likewise; a deleted one is not found
  language: asLanguage(account.language),
  quota: showQuota(account, now),
  created_at: new Date(account.created_at).toISOString(),
})
