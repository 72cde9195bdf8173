import { Failure } from '../../core/failure.ts'
import type { Principal } from '../handler.ts'

/** Webhooks are an account's own: what they are told is what happens in it. */
export function refuseOthers(account: Principal, id: number): void {
  if (id !== account.id) throw new Failure('not_found')
}
