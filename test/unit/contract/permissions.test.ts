import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roles } from '../../../src/contract/endpoint.ts'
import { contract, endpoints } from '../../../src/contract/index.ts'
import {
  type AccountVerb,
  accountAccess,
  mayCall,
  permissionsOf,
} from '../../../src/contract/permissions.ts'

test('the table in the guide matches the permissions of the service', () => {
  const guide = readFileSync('docs/guides/users.md', 'utf8')
  const rows = [...guide.matchAll(/^\| `(\w+)` \| (\w+) \| ([\w, ]+) \|$/gm)]
  const held = Object.entries(accountAccess).map(([verb, over]) => [
    verb,
    contract.users[verb as AccountVerb].access, // the keys of `reach`
    over.join(', '),
  ])
  expect(rows.map(([, ...cells]) => cells)).toEqual(held)
})

test('every verb that names an account declares which accounts it may access', () => {
  const naming = Object.entries(contract.users)
    .filter(([, { path }]) => path.includes(':id'))
    .map(([verb]) => verb)
  expect(Object.keys(accountAccess).sort()).toEqual(naming.sort())
})

test('a more powerful role may do everything that a less powerful one may', () => {
  const [admin, reseller, user] = roles.map((role) => new Set(permissionsOf(role)))
  expect(admin?.size).toBe(endpoints.length)
  expect([...(user ?? [])].filter((permission) => !reseller?.has(permission))).toEqual([])
  expect(reseller?.size).toBeGreaterThan(user?.size ?? 0)
})

test('impersonation does not allow personal actions', () => {
  const refused = endpoints.filter(
    ({ endpoint }) => !mayCall('Admin', endpoint, { isActing: true }),
  )
  expect(refused.map(({ id }) => id)).toEqual([
    'users.updateMe',
    'users.impersonate',
    'users.revokeSessions',
    'keys.create',
    'keys.rotate',
    'invites.create',
  ])
})
