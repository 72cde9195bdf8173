import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { authenticate } from '../../src/service/auth/authenticate.ts'
import { readToken, signToken } from '../../src/service/auth/token.ts'
import { retireCurrentKey } from '../../src/service/keys/keys-store.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { cachedSigningKey } from '../support/mail/signing-keys.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, callAs, type TestUser } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

const actAs = async (by: Pick<TestUser, 'api'>, id: number) =>
  (await by.api('POST', `/users/${id}/impersonate`)).body.token as string

/** Adds a reseller and a user below it. */
async function pair() {
  const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller' })
  const user = await addUser(server, { parent: reseller.id })
  return { reseller, user }
}

test('impersonating an account below shows what its owner sees, for an hour', async () => {
  const { reseller, user } = await pair()
  await user.api('POST', '/lists', { name: 'Customers' })
  const answer = await reseller.api('POST', `/users/${user.id}/impersonate`)
  expect(Date.parse(answer.body.expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
  expect(claimsOf(answer.body.token)).toMatchObject({
    sub: String(user.id),
    act: { sub: String(reseller.id) },
  })
  const acting = callAs(server, answer.body.token)
  expect((await acting('GET', '/lists')).body).toMatchObject([{ name: 'Customers' }])
  expect((await acting('GET', '/users/me')).body).toMatchObject({
    id: user.id,
    impersonated_by: reseller.id,
  })
  expect((await reseller.api('GET', '/lists')).body).toEqual([])
})

test('nobody can impersonate themselves, an account above, or a stranger', async () => {
  const { reseller, user } = await pair()
  const { reseller: stranger } = await pair()
  const act = async (by: TestUser, id: number) =>
    codeOf(await by.api('POST', `/users/${id}/impersonate`))
  expect(await act(reseller, reseller.id)).toEqual([403, 'forbidden'])
  expect(await act(reseller, server.accountId)).toEqual([404, 'not_found'])
  expect(await act(reseller, stranger.id)).toEqual([404, 'not_found'])
  expect(await act(user, reseller.id)).toEqual([403, 'forbidden'])
})

test('what is changed and read while impersonating is audited with the actor', async () => {
  const { reseller, user } = await pair()
  const acting = callAs(server, await actAs(reseller, user.id))
  await acting('POST', '/lists', { name: 'Theirs' })
  await acting('GET', '/lists')
  const audit = await server.service.db
    .selectFrom('audit')
    .select(['actor_id', 'act'])
    .where('account_id', '=', user.id)
    .orderBy('id')
    .execute()
  expect(audit).toEqual([
    { actor_id: reseller.id, act: 'POST /users/:id/impersonate' },
    { actor_id: reseller.id, act: 'POST /lists' },
    { actor_id: reseller.id, act: 'GET /lists' },
  ])
})

test('personal actions are not possible while impersonating', async () => {
  const { reseller, user } = await pair()
  const acting = callAs(server, await actAs(reseller, user.id))
  expect(codeOf(await acting('PUT', '/users/me', { nombre: 'X' }))).toEqual([403, 'forbidden'])
  expect(codeOf(await acting('DELETE', `/users/${user.id}/sessions`))).toEqual([403, 'forbidden'])
  const top = callAs(server, await actAs({ api: server.api }, reseller.id))
  expect(codeOf(await top('POST', `/users/${user.id}/impersonate`))).toEqual([403, 'forbidden'])
})

test('logging out of an impersonation ends none of the owner’s sessions', async () => {
  const { reseller, user } = await pair()
  const acting = callAs(server, await actAs(reseller, user.id))
  expect((await acting('POST', '/auth/logout', { all: true })).status).toBe(200)
  expect(codeOf(await acting('GET', '/users/me'))).toEqual([401, 'token_revoked'])
  expect((await user.api('GET', '/users/me')).status).toBe(200)
})

test('impersonation ends when the actor is suspended, logs out everywhere, or is moved', async () => {
  const ends: ((pair: { reseller: TestUser; user: TestUser }) => Promise<unknown>)[] = [
    ({ reseller }) => server.api('PUT', `/users/${reseller.id}/status`, { status: 'suspended' }),
    ({ reseller }) => reseller.api('POST', '/auth/logout', { all: true }),
    ({ reseller }) => server.api('DELETE', `/users/${reseller.id}?transfer_to=${server.accountId}`),
    ({ user }) =>
      server.service.db
        .updateTable('accounts')
        .set({ parent_id: server.accountId })
        .where('id', '=', user.id)
        .execute(),
  ]
  for (const end of ends) {
    const both = await pair()
    const acting = callAs(server, await actAs(both.reseller, both.user.id))
    expect((await acting('GET', '/users/me')).status).toBe(200)
    await end(both)
    expect(codeOf(await acting('GET', '/users/me'))).toEqual([401, 'token_revoked'])
  }
})

test('all sessions of an account can be ended by itself or from above, and are counted', async () => {
  const { reseller, user } = await pair()
  const { body } = await server.request('POST', '/v3/api/auth/getToken', {
    username: user.username,
    pass: server.pass,
    rememberMe: true,
  })
  const long = callAs(server, body.token)
  expect((await long('GET', '/users/me')).status).toBe(200)
  const closed = await reseller.api('DELETE', `/users/${user.id}/sessions`)
  expect(closed.body).toEqual({ ok: true, revoked: 2 })
  expect(codeOf(await long('GET', '/users/me'))).toEqual([401, 'token_revoked'])
  const revocation = await reseller.api('DELETE', `/users/${reseller.id}/sessions`)
  expect(revocation.body.revoked).toBe(1)
  expect((await reseller.api('GET', '/users/me')).status).toBe(401)
})

test('a new key signs new sessions, and old sessions stay valid until they expire', async () => {
  const { user } = await pair()
  const { db, clock, secrets } = server.service
  await retireCurrentKey(db, 'jwt', clock.now())
  const vault = createVault('a master key for tests')
  const renewed = await loadSecrets(db, vault, clock.now(), cachedSigningKey)
  const { settings } = server.service
  const guard = authenticate({ db, clock, secrets: renewed, settings })
  expect(await guard(user.token, contract.lists.list)).toMatchObject({ id: user.id })
  const now = clock.now()
  const claims = { account: user.id, jti: 'unknown', issuedAt: now, expiresAt: now + 60_000 }
  const fresh = await signToken(renewed.jwt, claims)
  const keyOf = (token: string) =>
    JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid
  expect(keyOf(fresh)).not.toBe(keyOf(user.token))
  await expect(readToken(secrets.jwt, fresh, now)).rejects.toMatchObject({ code: 'unauthorized' })
  await expect(readToken(renewed.jwt, user.token, now + 86_400_001)).rejects.toMatchObject({
    code: 'token_expired',
  })
})
