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

/** A user in the model. */
interface Node {
  user: TestUser
  parent: Node | undefined
  role: Role
  /** Whether the user itself is suspended, regardless of its ancestors. */
  isSuspended: boolean
  isGone: boolean
  /** The monthly limit. No messages are sent in this test. */
  sends: number
}

const power = (role: Role): number => roles.length - roles.indexOf(role)

const isBelow = (node: Node, above: Node): boolean =>
  node.parent !== undefined && (node.parent === above || isBelow(node.parent, above))

/** Whether the user or one of its ancestors is suspended. */
const isSuspendedInEffect = ({ isSuspended, parent }: Node): boolean =>
  isSuspended || (parent !== undefined && isSuspendedInEffect(parent))

/** Creates a random tree below a new top Admin. */
async function addRandomTree(random: () => number, size: number): Promise<Node[]> {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // Never empty.
  const nodes: Node[] = []
  const add = async (parent: Node | undefined, role: Role) => {
    const sends = 50
    const limits = {
      monthly_sends: sends,
      contacts_max: 0,
      ai_generations: 0,
      rate_per_hour: 90_000,
    }
    const parentId = parent ? parent.user.id : server.accountId
    const user = await addUser(server, { parent: parentId, role, limits })
    nodes.push({ user, parent, role, isSuspended: false, isGone: false, sends })
  }
  await add(undefined, 'Admin')
  while (nodes.length < size) {
    const parent = pick(nodes.filter(({ role }) => role !== 'User'))
    await add(parent, pick(roles.filter((role) => power(role) <= power(parent.role))))
  }
  return nodes
}

interface Attempt {
  method: string
  path: string
  body?: object
  /** The expected status, and the change to the model if the call succeeds. */
  expected: number
  apply?: () => void
}

test.each([1, 2, 3, 4])(
  'random callers have the access that a naive model allows, tree %i',
  async (seed) => {
    const random = seededRandom(seed)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T // Never empty.
    const nodes = await addRandomTree(random, 12)
    const outsider = await addUser(server, { parent: server.accountId, role: 'Reseller' })

    for (let round = 0; round < 120; round += 1) {
      const caller = pick(nodes)
      const target = pick(nodes)
      const attempt = attemptOf(caller, target)
      const response = await caller.user.api(attempt.method, attempt.path, attempt.body)
      const label = `${round}: ${caller.role} ${attempt.method} ${attempt.path} ${JSON.stringify(attempt.body)}`
      expect([label, response.status]).toEqual([label, attempt.expected])
      if (response.status === 200) attempt.apply?.()
    }
    for (const node of nodes.filter(({ isGone }) => !isGone)) {
      const { body } = await server.api('GET', `/users/${node.user.id}`)
      const status = isSuspendedInEffect(node) ? 'suspended' : 'active'
      expect([body.id, body.quota.monthly_sends, body.status]).toEqual([
        ...[node.user.id, node.sends, status],
      ])
    }
    for (const caller of nodes.filter((node) => !node.isGone && !isSuspendedInEffect(node))) {
      const visible = await caller.user.api('GET', '/users?limit=500')
      const mine = nodes.filter(
        (node) => !node.isGone && (node === caller || isBelow(node, caller)),
      )
      expect(visible.body.map(({ id }: { id: number }) => id).sort()).toEqual(
        mine.map(({ user }) => user.id).sort(),
      )
      expect((await caller.user.api('GET', `/users/${outsider.id}`)).status).toBe(404)
    }

    function attemptOf(caller: Node, target: Node): Attempt {
      const { id } = target.user
      const role = pick(roles)
      const sends = Math.floor(random() * 120)
      const status = random() < 0.3 ? 'suspended' : 'active'
      const tries: (() => Attempt)[] = [
        () => ({ ...path('GET', ''), expected: checkCaller('User') ?? find() ?? 200 }),
        () => ({ ...path('GET', '/quota'), expected: checkCaller('User') ?? find() ?? 200 }),
        () => ({
          ...path('GET', '/subaccounts'),
          expected: checkCaller('Reseller') ?? find() ?? 200,
        }),
        () => ({
          ...path('PUT', '', { nombre: `n${seed}` }),
          expected: checkCaller('Reseller') ?? find() ?? checkNotSelf() ?? 200,
        }),
        () => ({
          ...path('PUT', '/role', { role }),
          expected: checkCaller('Reseller') ?? find() ?? checkRole(role) ?? 200,
          apply: () => {
            target.role = role
          },
        }),
        () => ({
          ...path('PUT', '/status', { status }),
          expected: checkCaller('Reseller') ?? find() ?? checkNotSelf() ?? 200,
          apply: () => {
            target.isSuspended = status === 'suspended'
          },
        }),
        () => ({
          ...path('POST', '/impersonate'),
          expected: checkCaller('Reseller') ?? find() ?? checkNotSelf() ?? checkActive() ?? 200,
        }),
        () => ({
          ...path('PUT', '/quota', { monthly_sends: sends }),
          expected: checkCaller('Reseller') ?? find() ?? checkNotSelf() ?? checkPool() ?? 200,
          apply: () => {
            caller.sends -= sends - target.sends
            target.sends = sends
          },
        }),
        () => {
          const successor = random() < 0.5 ? pick(nodes) : undefined
          return {
            ...path('DELETE', successor ? `?transfer_to=${successor.user.id}` : ''),
            expected:
              checkCaller('Reseller') ??
              find() ??
              checkNotSelf() ??
              checkSuccessor(successor) ??
              200,
            apply: () => {
              for (const child of childrenOf(target)) child.parent = successor
              target.isGone = true
              if (target.parent) target.parent.sends += target.sends
            },
          }
        },
      ]
      return pick([...tries.slice(0, -1), ...tries.slice(0, -1), ...tries])()

      function path(method: string, suffix: string, body?: object) {
        return { method, path: `/users/${id}${suffix}`, ...(body && { body }) }
      }
      /** Returns the status with which the guard refuses the caller, or undefined. */
      function checkCaller(minRole: Role): number | undefined {
        if (caller.isGone) return 401
        if (isSuspendedInEffect(caller)) return 403
        return power(caller.role) < power(minRole) ? 403 : undefined
      }
      function find(user = target): number | undefined {
        return !user.isGone && (user === caller || isBelow(user, caller)) ? undefined : 404
      }
      function checkNotSelf(): number | undefined {
        return target === caller ? 403 : undefined
      }
      function checkActive(): number | undefined {
        return isSuspendedInEffect(target) ? 403 : undefined
      }
      function checkPool(): number | undefined {
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
      function checkRole(role: Role): number | undefined {
        if (power(role) > power(caller.role)) return 403
        if (role === target.role) return undefined
        const above = target.parent?.role ?? 'Admin'
        if (power(role) > power(above)) return 409
        return mayHave(role, childrenOf(target)) ? undefined : 409
      }
      function checkSuccessor(successor: Node | undefined): number | undefined {
        if (!successor) return childrenOf(target).length > 0 ? 409 : undefined
        if (find(successor) !== undefined) return 404
        if (successor === target || isBelow(successor, target) || isSuspendedInEffect(successor))
          return 409
        return mayHave(successor.role, childrenOf(target)) ? undefined : 409
      }
    }
  },
)

test('concurrent moves create no cycle and no orphaned account', async () => {
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
