import { newUuid } from '../../src/core/ids.ts'
import { hashPassword } from '../../src/service/auth/password.ts'
import { insertSession } from '../../src/service/auth/store.ts'
import { signToken } from '../../src/service/auth/token.ts'
import type { Service } from '../../src/service/service.ts'

/** The password of every account that the tests insert. */
export const testPass = 'correct horse battery'

let hash: Promise<string> | undefined

/** Hashed once per worker, because scrypt takes 0.1 s of a processor. */
export function testPassHash(): Promise<string> {
  hash ??= hashPassword(testPass)
  return hash
}

/** Opens a session as a login does, but without checking a password. Returns its token. */
export async function openSession(
  { db, clock, secrets }: Service,
  account: number,
): Promise<string> {
  const jti = newUuid()
  const now = clock.now()
  const expiresAt = now + 24 * 3_600_000
  await insertSession(db, {
    jti,
    account_id: account,
    actor_id: null,
    remembered: 0,
    created_at: now,
    expires_at: expiresAt,
    revoked_at: null,
  })
  return signToken(secrets.jwt, { account, jti, issuedAt: now, expiresAt })
}
