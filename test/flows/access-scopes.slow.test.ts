import { afterAll, beforeAll, expect, test } from 'vitest'
import { roles } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/index.ts'
import { mayCall } from '../../src/contract/permissions.ts'
import { allScopes, scopeOf } from '../../src/contract/scopes.ts'
import { Failure } from '../../src/core/failure.ts'
import { authenticate } from '../../src/service/auth/authenticate.ts'
import { addApiKey } from '../support/access/api-keys.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

test('every route with every scope and every role answers as the contract says', async () => {
  const guard = authenticate(server.service)
  let count = 0
  const wrong: string[] = []
  for (const role of roles) {
    const { id } = await addUser(server, { parent: server.accountId, role })
    for (const scope of allScopes) {
      const key = await addApiKey(server, id, [scope])
      for (const { id: route, endpoint } of endpoints) {
        if (endpoint.access === 'public') continue
        count += 1
        const code = await guard(key, endpoint).then(
          () => 'allowed',
          (error: unknown) => (error instanceof Failure ? error.code : String(error)),
        )
        const needed = scopeOf(endpoint)
        const saves = endpoint.savesWith && scope === needed.replace(':send', ':write')
        const isCovered = needed === 'any' || needed === scope || saves
        const refusal = needed === 'session' ? 'session_needed' : 'scope_missing'
        const expected = !mayCall(role, endpoint) ? 'forbidden' : isCovered ? 'allowed' : refusal
        if (code !== expected) wrong.push(`${role} ${scope} ${route}: ${code}, not ${expected}`)
      }
    }
  }
  console.log(
    `${count} combinations: ${endpoints.length} routes, ${allScopes.length} scopes, 3 roles`,
  )
  expect(wrong).toEqual([])
})
