import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Role, roles } from '../../src/contract/endpoint.ts'
import { seededRandom } from '../support/random.ts'
import { startService, type TestService } from '../support/service.ts'
import { addUser, type TestUser } from '../support/users.ts'

let server: TestService
beforeAll(async () => {
  server = await startService()
})
afterAll(() => server.close())

/** A user as the model sees it: who is above, and what it may do. */
interface Node {
  user: TestUser
  parent: Node | undefined
  role: Role
  /** By itself; see `isHeld`. */
  isSuspended: boolean
  isGone: boolean
  /** Of its limit a month; nobody sends here. */
  sends: number
}

const power = (role: Role): number => roles.length - roles.indexOf(role)

const isBelow = (node: Node, above: Node): boolean =>
  node.parent !== undefined && (node.parent === above || isBelow(node.parent, above))

/** Suspended in effect. */
const isHeld = ({ isSuspended, parent }: Node): boolean =>
  isSuspended || (parent !== undefined && isHeld(parent))

/** A random tree whose top is an Admin with no one above, as in an installation of its own. */
async function plant(random: () => number, size: number): Promise<Node[]> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // not empty
  const nodes: Node[] = []
  const add = async (parent: Node | undefined, role: Role) => {
    const sends = 50
    const limits = {
      monthly_sends: sends,
      contacts_max: 0,
      ai_generations: 0,
      rate_per_hour: 90_000,
    }
    const place = parent ? parent.user.id : server.accountId
    const user = await addUser(server, { parent: place, role, limits })
    nodes.push({ user, parent, role, isSuspended: false, isGone: false, sends })
  }
  await add(undefined, 'Admin')
  while (nodes.length < size) {
    const parent = pick(nodes.filter(({ role }) => role !== 'User'))
    await add(parent, pick(roles.filter((role) => power(role) <= power(parent.role))))
  }
  return nodes
}

interface Try {
  method: string
  path: string
  body?: object
  /** The status that it has to have, and what it does to the model then. */
  expected: number
  apply?: () => void
}

test.each([1, 2, 3, 4])(
  'random callers reach what a naive model lets them, tree %i',
  async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // not empty
    const nodes = await plant(random, 12)
    const outsider = await addUser(server, { parent: server.accountId, role: 'Reseller' })

    for (let round = 0; round < 120; round += 1) {
      const caller = pick(nodes)
      const target = pick(nodes)
      const attempt = tryOf(caller, target)
      const told = await caller.user.api(attempt.method, attempt.path, attempt.body)
      const what = `${round}: ${caller.role} ${attempt.method} ${attempt.path} ${JSON.stringify(attempt.body)}`
      expect([what, told.status]).toEqual([what, attempt.expected])
      if (told.status === 200) attempt.apply?.()
    }
    for (const node of nodes.filter(({ isGone }) => !isGone)) {
      const { body } = await server.api('GET', `/users/${node.user.id}`)
      const status = isHeld(node) ? 'suspended' : 'active'
      expect([body.id, body.quota.monthly_sends, body.status]).toEqual([
        ...[node.user.id, node.sends, status],
      ])
    }
    for (const caller of nodes.filter((node) => !node.isGone && !isHeld(node))) {
      const seen = await caller.user.api('GET', '/users?limit=500')
      const mine = nodes.filter(
        (node) => !node.isGone && (node === caller || isBelow(node, caller)),
      )
      expect(seen.body.map(({ id }: { id: number }) => id).sort()).toEqual(
        mine.map(({ user }) => user.id).sort(),
      )
      expect((await caller.user.api('GET', `/users/${outsider.id}`)).status).toBe(404)
    }

    function tryOf(caller: Node, target: Node): Try {
      const { id } = target.user
      const role = pick(roles)
      const sends = Math.floor(random() * 120)
      const status = random() < 0.3 ? 'suspended' : 'active'
      const tries: (() => Try)[] = [
        () => ({ ...path('GET', ''), expected: guard('User') ?? find() ?? 200 }),
        () => ({ ...path('GET', '/quota'), expected: guard('User') ?? find() ?? 200 }),
        () => ({ ...path('GET', '/subaccounts'), expected: guard('Reseller') ?? find() ?? 200 }),
        () => ({
          ...path('PUT', '', { nombre: `n${seed}` }),
          expected: guard('Reseller') ?? find() ?? notSelf() ?? 200,
        }),
        () => ({
          ...path('PUT', '/role', { role }),
          expected: guard('Reseller') ?? find() ?? roleRule(role) ?? 200,
          apply: () => {
            target.role = role
          },
        }),
        () => ({
          ...path('PUT', '/status', { status }),
          expected: guard('Reseller') ?? find() ?? notSelf() ?? 200,
          apply: () => {
            target.isSuspended = status === 'suspended'
          },
        }),
        () => ({
          ...path('POST', '/impersonate'),
          expected: guard('Reseller') ?? find() ?? notSelf() ?? whileActive() ?? 200,
        }),
        () => ({
          ...path('PUT', '/quota', { monthly_sends: sends }),
          expected: guard('Reseller') ?? find() ?? notSelf() ?? poolRule() ?? 200,
          apply: () => {
            caller.sends -= sends - target.sends
            target.sends = sends
          },
        }),
        () => {
          const heir = random() < 0.5 ? pick(nodes) : undefined
          return {
            ...path('DELETE', heir ? `?transfer_to=${heir.user.id}` : ''),
            expected: guard('Reseller') ?? find() ?? notSelf() ?? heirRule(heir) ?? 200,
            apply: () => {
              for (const child of childrenOf(target)) child.parent = heir
              target.isGone = true
              if (target.parent) target.parent.sends += target.sends
            },
          }
        },
      ]
      return pick([...tries.slice(0, -1), ...tries.slice(0, -1), ...tries])()

      function path(method: string, rest: string, body?: object) {
        return { method, path: `/users/${id}${rest}`, ...(body && { body }) }
      }
      /** What the guard says of the caller: gone, suspended, or not powerful enough. */
      function guard(least: Role): number | undefined {
        if (caller.isGone) return 401
        if (isHeld(caller)) return 403
        return power(caller.role) < power(least) ? 403 : undefined
      }
      function find(of = target): number | undefined {
        return !of.isGone && (of === caller || isBelow(of, caller)) ? undefined : 404
      }
      function notSelf(): number | undefined {
        return target === caller ? 403 : undefined
      }
      function whileActive(): number | undefined {
        return isHeld(target) ? 403 : undefined
      }
      function poolRule(): number | undefined {
        return sends - target.sends > caller.sends ? 403 : undefined
      }
      function childrenOf(node: Node): Node[] {
        return nodes.filter((child) => child.parent === node && !child.isGone)
      }
      function mayHave(above: Role, children: readonly Node[]): boolean {
        return (
          children.length === 0 ||
          (above !== 'User' && children.every((child) => power(child.role) <= power(above)))
        )
      }
      function roleRule(wanted: Role): number | undefined {
        if (power(wanted) > power(caller.role)) return 403
        if (wanted === target.role) return undefined
        const above = target.parent?.role ?? 'Admin'
        if (power(wanted) > power(above)) return 409
        return mayHave(wanted, childrenOf(target)) ? undefined : 409
      }
      function heirRule(heir: Node | undefined): number | undefined {
        if (!heir) return childrenOf(target).length > 0 ? 409 : undefined
        if (find(heir) !== undefined) return 404
        if (heir === target || isBelow(heir, target) || isHeld(heir)) return 409
        return mayHave(heir.role, childrenOf(target)) ? undefined : 409
      }
    }
  },
)

test('no two changes at once close a circle or leave an account without its top', async () => {
  const pair = async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => addUser(server, { parent: server.accountId, role: 'Reseller' })),
    )
    if (!one || !other) throw new Error('two were asked for')
    const children = await Promise.all(
      [one, other].map(({ id }) => addUser(server, { parent: id })),
    )
    return { one, other, children }
  }
  for (let round = 0; round < 5; round += 1) {
    const { one, other, children } = await pair()
    const answers = await Promise.all([
      server.api('DELETE', `/users/${one.id}?transfer_to=${other.id}`),
      server.api('DELETE', `/users/${other.id}?transfer_to=${one.id}`),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    for (const { id } of children) {
      expect((await server.api('GET', `/users/${id}`)).status).toBe(200)
    }
  }
})
