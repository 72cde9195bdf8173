import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles } from '../../../src/contract/endpoint.ts'
import { contract, endpoints } from '../../../src/contract/index.ts'
import {
  type AccountVerb,
  mayCall,
  permissionsOf,
  reach,
} from '../../../src/contract/permissions.ts'

test('the guide’s table is the one that the service goes by', () => {
  const guide = readFileSync('docs/guides/users.md', 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \| ([\w, ]+) \|$/gm)]
  const held = Object.entries(reach).map(([verb, over]) => [
    verb,
    contract.users[verb as AccountVerb].access, // the keys of `reach`
    over.join(', '),
  ])
  expect(rows.map(([, ...cells]) => cells)).toEqual(held)
})

test('every verb that names an account says over whom it has power', () => {
  const naming = Object.entries(contract.users)
    .filter(([, { path }]) => path.includes(':id'))
    .map(([verb]) => verb)
  expect(Object.keys(reach).sort()).toEqual(naming.sort())
})

test('whoever has more power may do all that others may', () => {
  const [admin, reseller, user] = roles.map((role) => new Set(permissionsOf(role)))
  expect(admin?.size).toBe(endpoints.length)
  expect([...(user ?? [])].filter((permission) => !reseller?.has(permission))).toEqual([])
  expect(reseller?.size).toBeGreaterThan(user?.size ?? 0)
})

test('in somebody’s name nobody touches what is theirs alone', () => {
  const refused = endpoints.filter(
    ({ endpoint }) => !mayCall('Admin', endpoint, { isActing: true }),
  )
  expect(refused.map(({ id }) => id)).toEqual([
    'users.updateMe',
    'users.impersonate',
    'users.revokeSessions',
  ])
})
