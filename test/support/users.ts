import type { Role } from '../../src/contract/endpoint.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix } from '../../src/service/app.ts'
import { hashPassword } from '../../src/service/auth/password.ts'
import { insertSession } from '../../src/service/auth/store.ts'
import { signToken } from '../../src/service/auth/token.ts'
import type { Limits } from '../../src/service/users/quota.ts'
import { insertAccount } from '../../src/service/users/store.ts'
import type { Answer, TestService } from './service.ts'

export interface TestUser {
  id: number
  username: string
  token: string
  api(method: string, path: string, body?: unknown): Promise<Answer<unknown>>
}

interface NewUser {
  parent: number
  role?: Role
  limits?: Limits
}

let passHash: Promise<string> | undefined

const limitsOfNone: Limits = {
  monthly_sends: 0,
  contacts_max: 0,
  ai_generations: 0,
  rate_per_hour: 100_000,
}

/** A user below another, logged in: written straight into the tables, since a login takes its time. */
export async function addUser(
  server: TestService,
  { parent, role = 'User', limits = limitsOfNone }: NewUser,
): Promise<TestUser> {
  const { db, clock, secrets } = server.service
  passHash ??= hashPassword(server.pass)
  const username = `user-${newUuid().slice(0, 12)}`
  const now = clock.now()
  const id = await insertAccount(db, {
    parentId: parent,
    username,
    email: `${username}@example.org`,
    nombre: '',
    role,
    passHash: await passHash,
    language: 'en',
    timezone: 'Europe/Madrid',
    plan: 'sandbox',
    limits,
    now,
  })
  const jti = newUuid()
  const expiresAt = now + 86_400_000
  await insertSession(db, {
    ...{ jti, account_id: id, actor_id: null, remembered: 0 },
    ...{ created_at: now, expires_at: expiresAt, revoked_at: null },
  })
  const token = await signToken(secrets.jwt, { account: id, jti, issuedAt: now, expiresAt })
  return { id, username, token, api: callAs(server, token) }
}

export const callAs =
  (server: TestService, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer<unknown>> =>
    server.request(method, apiPrefix + path, body, { authorization: `Bearer ${token}` })
