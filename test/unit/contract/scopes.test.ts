import { expect, test } from 'vitest'
import { contract, endpoints } from '../../../src/contract/index.ts'
import { allScopes, missingScope, scopeOf } from '../../../src/contract/scopes.ts'

const actions = {
  read: 'read',
  create: 'write',
  update: 'write',
  destroy: 'delete',
  send: 'send',
} as const

/** Routes whose scope is not their module and effect, and why. */
const exceptions = {
  // It names the caller.
  'customEvents.pixel': 'events:write',
  'customEvents.send': 'events:write',
  'customEvents.list': 'events:read',
  'customEvents.names': 'events:read',
  'customEvents.properties': 'events:read',
  'users.me': 'any',
  // It ends the token that calls it.
  'auth.logout': 'any',
  // They would give more than the scopes.
  'users.updateMe': 'session',
  'users.impersonate': 'session',
  'users.revokeSessions': 'session',
  'keys.create': 'session',
  'keys.rotate': 'session',
  // It lets a stranger in.
  'invites.create': 'session',
  // They are about contacts.
  'lists.import': 'contacts:write',
  'lists.export': 'contacts:read',
  'lists.clean': 'contacts:delete',
  'lists.suppressions': 'suppressions:read',
  // They mail people.
  'campaigns.test': 'campaigns:send',
  'automations.trigger': 'automations:send',
  // It has the noun of its command.
  'automationTests.walk': 'automations:read',
}

test('the scope of a route is its module and effect, with eighteen exceptions', () => {
  const protectedRoutes = endpoints.filter(({ endpoint }) => endpoint.access !== 'public')
  const unusual = protectedRoutes.filter(
    ({ noun, endpoint }) => scopeOf(endpoint) !== `${noun}:${actions[endpoint.effect]}`,
  )
  expect(Object.fromEntries(unusual.map(({ id, endpoint }) => [id, scopeOf(endpoint)]))).toEqual(
    exceptions,
  )
})

test('each scope of a list is needed by a route, and is none of those that no key has', () => {
  expect(allScopes).toContain('campaigns:write')
  expect(allScopes.filter((scope) => !/^[a-z]+:(read|write|delete|send)$/.test(scope))).toEqual([])
  expect(new Set(allScopes).size).toBe(allScopes.length)
})

test('a route for everyone needs no scope', () => {
  expect(missingScope(new Set(), contract.auth.getToken)).toBeUndefined()
  expect(missingScope(new Set(), contract.lists.list)).toBe('lists:read')
  expect(missingScope(null, contract.lists.list)).toBeUndefined()
})
