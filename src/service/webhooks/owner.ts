import { Failure } from '../../core/failure.ts'
import type { Principal } from '../handler.ts'

/** Webhooks are private to their account. */
export function refuseOtherAccount(account: Principal, id: number): void {
  if (id !== account.id) throw new Failure('not_found')
}
