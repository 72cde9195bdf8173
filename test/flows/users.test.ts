import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/index.ts'
import { addList, addSender, campaignOf } from '../support/campaign-fixtures.ts'
import { type Answer, startService, type TestService } from '../support/service.ts'
import { addUser, callAs } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

const codeOf = ({ status, body }: Answer<unknown>) => [status, body.code]

const login = async (username: string, pass: string) =>
  server.request('POST', '/v3/api/auth/getToken', { username, pass })

const person = (username: string, more: object = {}) => ({
  username,
  email: `${username}@example.org`,
  pass: 'another long secret',
  ...more,
})

describe('one’s own account', () => {
  test('shows identity, permissions and usage', async () => {
    const { status, body } = await server.api('GET', '/users/me')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: server.accountId,
      username: 'ana',
      role: 'Admin',
      parent_id: null,
      status: 'active',
      timezone: 'Europe/Madrid',
      impersonated_by: null,
      mcp_permissions: ['read', 'draft'],
      quota: { plan: 'sandbox', used: 0, monthly_sends: 10_000_000, contacts_used: 0 },
    })
    expect(body.permissions).toContain('campaigns.send')
  })

  test('can be changed by its owner, and a wrong time zone is named', async () => {
    const { api } = await addUser(server, { parent: server.accountId })
    const edit = { nombre: 'Eva', language: 'es', timezone: 'America/Lima', mcp_permissions: [] }
    expect((await api('PUT', '/users/me', edit)).body).toEqual({ ok: true })
    expect((await api('GET', '/users/me')).body).toMatchObject(edit)
    const wrong = await api('PUT', '/users/me', { timezone: 'Mars/Base' })
    expect(wrong.body.errors).toMatchObject([{ field: 'timezone', code: 'bad_zone' }])
  })

  test('changes its password only with the old one, which ends every other session', async () => {
    const { api, username } = await addUser(server, { parent: server.accountId })
    const secondSession = callAs(server, (await login(username, server.pass)).body.token)
    const pass = 'a new long secret'
    const without = await api('PUT', '/users/me', { pass })
    expect(without.body.errors).toMatchObject([{ field: 'old_pass', code: 'required' }])
    expect(codeOf(await api('PUT', '/users/me', { pass, old_pass: 'guess' }))).toEqual([
      401,
      'bad_credentials',
    ])
    expect((await secondSession('GET', '/users/me')).status).toBe(200)
    expect((await api('PUT', '/users/me', { pass, old_pass: server.pass })).status).toBe(200)
    expect(codeOf(await secondSession('GET', '/users/me'))).toEqual([401, 'token_revoked'])
    expect((await api('GET', '/users/me')).status).toBe(200)
    expect((await login(username, server.pass)).status).toBe(401)
    expect((await login(username, pass)).status).toBe(200)
  })

  test('cannot have its password guessed from an open session', async () => {
    const { api } = await addUser(server, { parent: server.accountId })
    const guess = () => api('PUT', '/users/me', { pass: 'a new long secret', old_pass: 'guess' })
    const answers = await Promise.all(Array.from({ length: 11 }, guess))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

describe('a user', () => {
  test('is created below the caller with limits out of theirs, and logs in', async () => {
    const reseller = await addUser(server, {
      parent: server.accountId,
      role: 'Reseller',
      limits: { monthly_sends: 500, contacts_max: 300, ai_generations: 0, rate_per_hour: 900 },
    })
    const quota = { monthly_sends: 200, contacts_max: 300 }
    const created = await reseller.api('POST', '/users', person('luis', { quota }))
    expect(created.body).toEqual({ ok: true, id: expect.any(Number) })
    expect((await reseller.api('GET', `/users/${created.body.id}`)).body).toMatchObject({
      username: 'luis',
      role: 'User',
      parent_id: reseller.id,
      quota: { ...quota, rate_per_hour: 900 },
    })
    expect((await reseller.api('GET', `/users/${reseller.id}/quota`)).body).toMatchObject({
      monthly_sends: 300,
      contacts_max: 0,
    })
    expect((await login('luis', 'another long secret')).status).toBe(200)
  })

  test('with a taken name, in any case, is refused and reserves nothing', async () => {
    const before = (await server.api('GET', '/users/me')).body.quota
    const again = await server.api('POST', '/users', person('ANA'))
    expect(codeOf(again)).toEqual([409, 'already_exists'])
    expect((await server.api('GET', '/users/me')).body.quota).toEqual(before)
  })

  test('never gets a role above its parent’s, and a User creates nobody', async () => {
    const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const high = await reseller.api('POST', '/users', person('high', { role: 'admin' }))
    expect(codeOf(high)).toEqual([403, 'forbidden'])
    const low = await addUser(server, { parent: reseller.id })
    expect(codeOf(await low.api('POST', '/users', person('low')))).toEqual([403, 'forbidden'])
    const equal = await reseller.api('POST', '/users', person('equal', { role: 'RESELLER' }))
    expect(equal.status).toBe(200)
  })

  test('can be changed from above, and a new password ends its sessions', async () => {
    const user = await addUser(server, { parent: server.accountId })
    const edit = { nombre: 'Leo', pass: 'yet another secret' }
    expect((await server.api('PUT', `/users/${user.id}`, edit)).status).toBe(200)
    expect(codeOf(await user.api('GET', '/users/me'))).toEqual([401, 'token_revoked'])
    expect((await login(user.username, edit.pass)).status).toBe(200)
  })

  test('is found by name, role and status, page by page', async () => {
    const top = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const below = await addUser(server, { parent: top.id, role: 'Reseller' })
    const leaf = await addUser(server, { parent: below.id })
    const ids = async (query: string) => {
      const { body } = await top.api('GET', `/users${query}`)
      return body.map(({ id }: { id: number }) => id)
    }
    expect(await ids('')).toEqual([top.id, below.id, leaf.id])
    expect(await ids('?order=desc&limit=2')).toEqual([leaf.id, below.id])
    expect(await ids('?role=User')).toEqual([leaf.id])
    expect(await ids(`?q=${leaf.username.toUpperCase()}`)).toEqual([leaf.id])
    await top.api('PUT', `/users/${leaf.id}/status`, { status: 'suspended' })
    expect(await ids('?status=suspended')).toEqual([leaf.id])
    const first = await top.api('GET', '/users?limit=2')
    const cursor = first.headers.get('x-next-cursor')
    expect(await ids(`?limit=2&cursor=${cursor}`)).toEqual([leaf.id])
  })

  test('lists the accounts below it, to the requested depth', async () => {
    const top = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const child = await addUser(server, { parent: top.id, role: 'Reseller' })
    const leaf = await addUser(server, { parent: child.id })
    const { body } = await server.api('GET', `/users/${top.id}/subaccounts`)
    expect(body).toMatchObject([
      { id: child.id, depth: 1 },
      { id: leaf.id, depth: 2 },
    ])
    const near = await server.api('GET', `/users/${top.id}/subaccounts?depth=1`)
    expect(near.body).toMatchObject([{ id: child.id }])
  })
})

describe('a role', () => {
  test('is enforced by the guard, and the matrix agrees for every route', async () => {
    const { body } = await server.api('GET', '/users/roles')
    expect(body.map(({ role }: { role: string }) => role)).toEqual([...roles])
    for (const { role, permissions } of body) {
      const { api } = await addUser(server, { parent: server.accountId, role })
      for (const { id, endpoint } of endpoints) {
        if (endpoint.access === 'public' || id === 'auth.logout') continue
        // The id 999999 does not exist. A caller without permission is refused before the lookup.
        const path = endpoint.path.replace(/:\w+/g, '999999')
        const { body: answer } = await api(endpoint.method, path)
        expect([id, answer.code !== 'forbidden']).toEqual([id, permissions.includes(id)])
      }
    }
  })

  test('is raised and lowered from above, effective with the next request', async () => {
    const user = await addUser(server, { parent: server.accountId })
    const raise = await server.api('PUT', `/users/${user.id}/role`, { role: 'reseller' })
    expect(raise.body).toEqual({ ok: true, role: 'Reseller' })
    expect((await user.api('GET', `/users/${user.id}/subaccounts`)).status).toBe(200)
    await server.api('PUT', `/users/${user.id}/role`, { role: 'User' })
    expect((await user.api('GET', `/users/${user.id}/subaccounts`)).status).toBe(403)
  })

  test('cannot be raised by its holder, who may lower it', async () => {
    const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const path = `/users/${reseller.id}/role`
    expect(codeOf(await reseller.api('PUT', path, { role: 'Admin' }))).toEqual([403, 'forbidden'])
    expect((await reseller.api('PUT', path, { role: 'User' })).body.role).toBe('User')
  })

  test('of the last Admin cannot be changed', async () => {
    const path = `/users/${server.accountId}`
    const answers = [
      await server.api('PUT', `${path}/role`, { role: 'User' }),
      await server.api('PUT', `${path}/status`, { status: 'suspended' }),
      await server.api('DELETE', path),
    ]
    expect(answers.map(codeOf)).toEqual([
      [409, 'conflict'],
      [403, 'forbidden'],
      [403, 'forbidden'],
    ])
    expect((await server.api('GET', '/users/me')).body.role).toBe('Admin')
  })

  test('stays at or above the roles below, as long as there are sub-accounts', async () => {
    const top = await addUser(server, { parent: server.accountId, role: 'Admin' })
    const child = await addUser(server, { parent: top.id, role: 'Reseller' })
    const leaf = await addUser(server, { parent: child.id })
    const set = async (id: number, role: string) =>
      codeOf(await server.api('PUT', `/users/${id}/role`, { role }))
    expect(await set(top.id, 'User')).toEqual([409, 'conflict'])
    expect(await set(leaf.id, 'Admin')).toEqual([409, 'conflict'])
    expect(await set(top.id, 'Reseller')).toEqual([200, undefined])
  })
})

describe('a suspended account', () => {
  test('is blocked by the guard and continues where it was', async () => {
    const user = await addUser(server, { parent: server.accountId })
    const set = (status: string) =>
      server.api('PUT', `/users/${user.id}/status`, { status, reason: 'unpaid' })
    expect((await set('suspended')).body).toEqual({ ok: true, status: 'suspended' })
    expect(codeOf(await user.api('GET', '/lists'))).toEqual([403, 'suspended'])
    expect(codeOf(await login(user.username, server.pass))).toEqual([403, 'suspended'])
    await set('active')
    expect((await user.api('GET', '/lists')).status).toBe(200)
  })

  test('sends nothing any more', async () => {
    const user = await addUser(server, {
      parent: server.accountId,
      limits: { monthly_sends: 9, contacts_max: 9, ai_generations: 0, rate_per_hour: 999 },
    })
    const theirs = { ...server, accountId: user.id }
    await addSender(theirs)
    const list = await addList(theirs, ['ana@correo.example'])
    const planned = new Date(Date.now() + 3_600_000).toISOString()
    const sent = await user.api('POST', '/campaigns', campaignOf(list))
    const later = await user.api('POST', '/campaigns', campaignOf(list, { scheduled_at: planned }))
    expect([sent.body.status, later.body.status]).toEqual(['queued', 'scheduled'])
    await server.api('PUT', `/users/${user.id}/status`, { status: 'suspended' })
    await server.api('PUT', `/users/${user.id}/status`, { status: 'active' })
    for (const { body } of [sent, later]) {
      const { body: campaign } = await user.api('GET', `/campaigns/${body.id}`)
      expect(campaign).toMatchObject({ status: 'paused', reason: 'user' })
    }
  })
})

describe('a deleted user', () => {
  test('disappears with its lists, and its quota returns to the parent', async () => {
    const limits = { monthly_sends: 100, contacts_max: 50, ai_generations: 3, rate_per_hour: 900 }
    const parent = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
    const { body: child } = await parent.api('POST', '/users', person('gone', { quota: limits }))
    const theirs = callAs(server, (await login('gone', 'another long secret')).body.token)
    const { body: list } = await theirs('POST', '/lists', { name: 'Customers' })
    const added = await theirs('POST', `/lists/${list.id}/contacts`, { email: 'a@correo.example' })
    expect(added.status).toBe(200)
    const hook = { url: 'https://shop.example/hook', events: ['contact.bounce'] }
    expect((await theirs('POST', `/users/${child.id}/webhooks`, hook)).status).toBe(200)
    expect((await parent.api('DELETE', `/users/${child.id}`)).body).toEqual({ ok: true })
    expect(codeOf(await parent.api('GET', `/users/${child.id}`))).toEqual([404, 'not_found'])
    expect(codeOf(await theirs('GET', '/lists'))).toEqual([401, 'token_revoked'])
    expect((await login('gone', 'another long secret')).status).toBe(401)
    const { body: quota } = await parent.api('GET', `/users/${parent.id}/quota`)
    expect(quota).toMatchObject(limits)
    const { db } = server.service
    const left = await db
      .selectFrom('contacts')
      .where('account_id', '=', child.id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
    const { enabled } = await db
      .selectFrom('webhooks')
      .select('enabled')
      .where('account_id', '=', child.id)
      .executeTakeFirstOrThrow()
    expect(enabled).toBe(0)
    expect((await parent.api('POST', '/users', person('gone'))).status).toBe(200)
  })

  test('with sub-accounts is kept until an eligible parent takes them over', async () => {
    const top = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const deletedUser = await addUser(server, { parent: top.id, role: 'Reseller' })
    const child = await addUser(server, { parent: deletedUser.id, role: 'Reseller' })
    const user = await addUser(server, { parent: top.id })
    const stranger = await addUser(server, { parent: server.accountId, role: 'Reseller' })
    const remove = async (to: string) =>
      codeOf(await top.api('DELETE', `/users/${deletedUser.id}${to}`))
    expect(await remove('')).toEqual([409, 'in_use'])
    expect(await remove(`?transfer_to=${stranger.id}`)).toEqual([404, 'not_found'])
    expect(await remove(`?transfer_to=${user.id}`)).toEqual([409, 'conflict'])
    expect(await remove(`?transfer_to=${child.id}`)).toEqual([409, 'conflict'])
    expect(await remove(`?transfer_to=${deletedUser.id}`)).toEqual([409, 'conflict'])
    expect(await remove(`?transfer_to=${top.id}`)).toEqual([200, undefined])
    expect((await top.api('GET', `/users/${child.id}`)).body.parent_id).toBe(top.id)
  })
})

describe('limits', () => {
  const limits = { monthly_sends: 100, contacts_max: 100, ai_generations: 0, rate_per_hour: 900 }

  test('are reserved from the parent and return there', async () => {
    const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
    const none = { ...limits, monthly_sends: 0, contacts_max: 0 }
    const child = await addUser(server, { parent: reseller.id, limits: none })
    const set = (edit: object) => reseller.api('PUT', `/users/${child.id}/quota`, edit)
    const left = async () => (await reseller.api('GET', `/users/${reseller.id}/quota`)).body
    expect((await set({ monthly_sends: 70 })).body).toMatchObject({ monthly_sends: 70, used: 0 })
    expect((await left()).monthly_sends).toBe(30)
    const refused = await set({ monthly_sends: 101 })
    expect(codeOf(refused)).toEqual([403, 'quota_exceeded'])
    expect(refused.body.values).toEqual({ left: 30, limit: 30 })
    expect(codeOf(await set({ rate_per_hour: 901 }))).toEqual([403, 'quota_exceeded'])
    await set({ monthly_sends: 10 })
    expect((await left()).monthly_sends).toBe(90)
  })

  test('are never granted twice, however many requests run at once', async () => {
    const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
    const none = { ...limits, monthly_sends: 0, contacts_max: 0 }
    const children = await Promise.all(
      Array.from({ length: 8 }, () => addUser(server, { parent: reseller.id, limits: none })),
    )
    const answers = await Promise.all(
      children.map(({ id }) => reseller.api('PUT', `/users/${id}/quota`, { contacts_max: 30 })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    const { body } = await reseller.api('GET', `/users/${reseller.id}/quota`)
    expect(body.contacts_max).toBe(10)
  })

  test('cannot be raised by their holder or lowered below what is used', async () => {
    const reseller = await addUser(server, { parent: server.accountId, role: 'Reseller', limits })
    const ownChange = await reseller.api('PUT', `/users/${reseller.id}/quota`, {
      monthly_sends: 1e6,
    })
    expect(codeOf(ownChange)).toEqual([403, 'forbidden'])
    const child = await addUser(server, { parent: reseller.id, limits })
    const { body: list } = await child.api('POST', '/lists', { name: 'Customers' })
    await child.api('POST', `/lists/${list.id}/contacts`, { email: 'a@correo.example' })
    const lower = await reseller.api('PUT', `/users/${child.id}/quota`, { contacts_max: 0 })
    expect(codeOf(lower)).toEqual([409, 'conflict'])
    const { body } = await reseller.api('GET', `/users/${reseller.id}/quota`)
    expect(body.contacts_max).toBe(100)
  })

  test('of requests per hour are enforced', async () => {
    const slow = { ...limits, rate_per_hour: 3 }
    const { api } = await addUser(server, { parent: server.accountId, limits: slow })
    const answers = await Promise.all(Array.from({ length: 5 }, () => api('GET', '/users/me')))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(2)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
