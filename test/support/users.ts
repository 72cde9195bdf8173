import type { Role } from '../../src/contract/endpoint.ts'
import { newUuid } from '../../src/core/ids.ts'
import { apiPrefix } from '../../src/service/app.ts'
import type { Limits } from '../../src/service/users/quota.ts'
import { insertAccount } from '../../src/service/users/store.ts'
import type { Answer, TestService } from './service.ts'
import { openSession, testPassHash } from './session.ts'

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

const zeroLimits: Limits = {
  monthly_sends: 0,
  contacts_max: 0,
  ai_generations: 0,
  rate_per_hour: 100_000,
}

/** Inserts a user below `parent`, with a session. A real login would spend 0.1 s on scrypt. */
export async function addUser(
  server: TestService,
  { parent, role = 'User', limits = zeroLimits }: NewUser,
): Promise<TestUser> {
  const { db, clock } = server.service
  const username = `user-${newUuid().slice(0, 12)}`
  const now = clock.now()
  const id = await insertAccount(db, {
    parentId: parent,
    username,
    email: `${username}@example.org`,
    nombre: '',
    role,
    passHash: await testPassHash(),
    language: 'en',
    timezone: 'Europe/Madrid',
    plan: 'sandbox',
    limits,
    now,
  })
  const token = await openSession(server.service, id)
  return { id, username, token, api: callAs(server, token) }
}

export const callAs =
  (server: TestService, token: string) =>
  (method: string, path: string, body?: unknown): Promise<Answer<unknown>> =>
    server.request(method, apiPrefix + path, body, { authorization: `Bearer ${token}` })
