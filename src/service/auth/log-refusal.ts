import { hourMs } from '../../core/time.ts'
import { countInWindow } from '../database/counter.ts'
import type { Service } from '../service.ts'
import { insertRefusedLogin } from './audit-store.ts'
import { foldUsername } from './store.ts'

/** A flood of wrong passwords must not fill the audit log. */
const maxPerHour = 20

interface Refusal {
  /** 0: there is no such account. */
  accountId: number
  username: string
  ip: string
}

/**
 * Writes a refused login to the audit log of its account. The work is the same for a name without an
 * account, so that its time does not tell the two apart.
 */
export async function logRefusal(
  { db, clock }: Pick<Service, 'db' | 'clock'>,
  { accountId, username, ip }: Refusal,
): Promise<void> {
  const now = clock.now()
  const key = `refused login ${foldUsername(username)}`
  const count = await countInWindow(db, key, { windowMs: hourMs, now })
  await insertRefusedLogin(db, { accountId, ip, isLogged: count <= maxPerHour, now })
}
