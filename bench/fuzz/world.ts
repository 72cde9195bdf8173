import {
  type AccountFixture,
  createAccountFixture,
} from '../../test/support/access/account-fixture.ts'
import { addList, campaignOf } from '../../test/support/campaign-fixtures.ts'
import type { TestService } from '../../test/support/service.ts'
import { addUser, type TestUser } from '../../test/support/users.ts'

/** An account with its objects, and the ids of objects that requests have created. */
export interface World {
  server: TestService
  objects: AccountFixture
  /** The ids found in responses, by noun. */
  learnt: Map<string, number[]>
}

/** The objects of a request; a token and a body if they differ from the defaults. */
export interface Aim {
  objects: AccountFixture
  token?: string
  body?: object
}

const limits = {
  ...{ monthly_sends: 99_999, contacts_max: 99_999, ai_generations: 9, rate_per_hour: 700_000 },
}

export async function newWorld(server: TestService): Promise<World> {
  const top = { parent: server.accountId, role: 'Admin', limits } as const
  const mark = `mine${Math.random().toString(36).slice(2)}`
  return {
    server,
    objects: await createAccountFixture(server, await addUser(server, top), mark),
    learnt: new Map(),
  }
}

/** The key of each noun's id among the objects of an account. */
const keys: Partial<Record<string, keyof AccountFixture>> = {
  campaigns: 'campaign',
  lists: 'list',
  segments: 'segment',
  templates: 'template',
  automations: 'automation',
  webhooks: 'webhook',
}

export function learn({ learnt }: World, noun: string, answer: unknown): void {
  const { id } = Object(answer)
  if (keys[noun] && Number.isInteger(id)) learnt.set(noun, [...(learnt.get(noun) ?? []), id])
}

/** An object of the account: one it started with, or one created since. */
export function anyOf({ objects, learnt }: World, noun: string, die: number): Aim {
  const key = keys[noun]
  const ids = learnt.get(noun) ?? []
  const id = ids[die % (ids.length + 1)]
  return { objects: key && id !== undefined ? { ...objects, [key]: id } : objects }
}

type Prepare = (world: World) => Promise<Aim>

/** Creates what a route needs: an object in the right state, or one that may be deleted. */
const prepared: Partial<Record<string, Prepare>> = {
  'auth.getToken': async (world) => {
    const { username } = await child(world)
    return { objects: world.objects, body: { username, pass: world.server.pass } }
  },
  'auth.logout': asChild,
  'campaigns.update': campaignAfter(),
  'campaigns.delete': campaignAfter(),
  'campaigns.send': campaignAfter(),
  'campaigns.schedule': campaignAfter(),
  'campaigns.unschedule': campaignAfter('schedule'),
  'campaigns.pause': campaignAfter('send'),
  'campaigns.resume': campaignAfter('send', 'pause'),
  'campaigns.cancel': campaignAfter('send'),
  'campaigns.abWinner': inTest,
  'lists.delete': ofSpareList,
  'contacts.remove': ofSpareList,
  'contacts.bulk': ofSpareList,
  'fields.delete': ofSpareList,
  'lists.clean': ofSpareList,
  'segments.delete': (world) => another(world, 'segments', segment),
  'users.update': aboutChild,
  'users.delete': aboutChild,
  'users.role': aboutChild,
  'users.status': aboutChild,
  'users.setQuota': aboutChild,
  'users.impersonate': aboutChild,
  'users.revokeSessions': asChild,
  'webhooks.delete': (world) => another(world, `users/${world.objects.user.id}/webhooks`, hook),
  'automations.delete': (world) => another(world, 'automations', flow(world)),
  'automations.deactivate': inAction,
  'automations.trigger': inAction,
}

/** The objects that a route needs, or the account's own if it needs nothing special. */
export const aimFor = (id: string, world: World): Promise<Aim> =>
  prepared[id]?.(world) ?? Promise.resolve({ objects: world.objects })

const segment = {
  name: 'spare',
  conditions: { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] },
}
const hook = { url: 'https://spare.example/', events: ['contact.open'] }
const flow = ({ objects: { list } }: World) => ({
  name: 'spare',
  trigger: { type: 'event', event: 'spare' },
  nodes: [
    { id: 'start', type: 'trigger' },
    { id: 'wait', type: 'delay', config: { period: '1d' } },
    { id: 'add', type: 'add_list', config: { list_id: list } },
  ],
  edges: [
    { from: 'start', to: 'wait' },
    { from: 'wait', to: 'add' },
  ],
})

const child = ({ server, objects }: World): Promise<TestUser> =>
  addUser(server, {
    parent: objects.user.id,
    limits: { ...limits, monthly_sends: 0, contacts_max: 0 },
  })

async function aboutChild(world: World): Promise<Aim> {
  return { objects: { ...world.objects, user: await child(world) } }
}

async function asChild(world: World): Promise<Aim> {
  const user = await child(world)
  return { objects: { ...world.objects, user }, token: user.token }
}

async function another({ objects }: World, path: string, body: object): Promise<Aim> {
  const { body: created } = await objects.user.api('POST', `/${path}`, {
    ...body,
    ...('name' in body && { name: `spare ${Math.random()}` }),
  })
  const key = keys[path.split('/').at(-1) ?? '']
  return { objects: key && created.id ? { ...objects, [key]: created.id } : objects }
}

/** A list that no other request uses, with two contacts and a field. */
async function ofSpareList({ server, objects }: World): Promise<Aim> {
  const { db } = server.service
  const account = { ...server, accountId: objects.user.id }
  const person = { email: 'spare@mine.example', fields: { talla: 'XL' } }
  const list = await addList(account, [person, 'other@mine.example'])
  // `addList` bypasses the quota counter.
  await db
    .updateTable('accounts')
    .set(({ eb }) => ({ contacts_used: eb('contacts_used', '+', 2) }))
    .where('id', '=', account.accountId)
    .execute()
  const idIn = async (table: 'contacts' | 'list_fields') =>
    (await db.selectFrom(table).select('id').where('list_id', '=', list).executeTakeFirstOrThrow())
      .id
  return {
    objects: {
      ...objects,
      list,
      contact: await idIn('contacts'),
      field: await idIn('list_fields'),
    },
  }
}

type Step = 'schedule' | 'send' | 'pause'

const stepBodies = {
  schedule: { scheduled_at: '2031-01-01T10:00:00Z' },
  send: {},
  pause: undefined,
}

/** A draft to a separate list, advanced by these steps. */
function campaignAfter(...steps: Step[]): Prepare {
  return (world) => campaign(world, {}, steps)
}

async function campaign(world: World, more: object, steps: readonly Step[]): Promise<Aim> {
  const { objects } = await ofSpareList(world)
  const { api } = objects.user
  const draft = campaignOf(objects.list, { from_mail: objects.sender, draft: true, ...more })
  const { body } = await api('POST', '/campaigns', draft)
  for (const step of steps) await api('PUT', `/campaigns/${body.id}/${step}`, stepBodies[step])
  return { objects: { ...objects, campaign: body.id ?? objects.campaign } }
}

/** Sets the status directly, because no worker runs here that would start the A/B test. */
async function inTest(world: World): Promise<Aim> {
  const variants = [{ asunto: 'Version a' }, { asunto: 'Version b' }]
  const ab_test = { variants, share: 50, winner: 'manual' }
  const aim = await campaign(world, { ab_test }, ['send'])
  await world.server.service.db
    .updateTable('campaigns')
    .set({ status: 'ab_testing' })
    .where('id', '=', aim.objects.campaign)
    .where('status', '=', 'queued')
    .execute()
  return aim
}

async function inAction(world: World): Promise<Aim> {
  const aim = await another(world, 'automations', flow(world))
  await world.objects.user.api('PUT', `/automations/${aim.objects.automation}/activate`)
  return aim
}
