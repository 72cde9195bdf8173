import { type Furnished, furnish } from '../../test/support/doors.ts'
import { addList, campaignOf } from '../../test/support/mailing.ts'
import type { TestService } from '../../test/support/service.ts'
import { addUser, type TestUser } from '../../test/support/users.ts'

/** An account, and what came of the requests that were made in it. */
export interface World {
  server: TestService
  things: Furnished
  /** The ids that answers named, by the noun that they are of. */
  learnt: Map<string, number[]>
}

/** What a request is about, and by whose token and with which body where those are others. */
export interface Aim {
  things: Furnished
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
    things: await furnish(server, await addUser(server, top), mark),
    learnt: new Map(),
  }
}

/** Where the id of a noun stands among the things of an account. */
const places: Partial<Record<string, keyof Furnished>> = {
  campaigns: 'campaign',
  lists: 'list',
  segments: 'segment',
  templates: 'template',
  automations: 'automation',
  webhooks: 'webhook',
}

export function learn({ learnt }: World, noun: string, answer: unknown): void {
  const { id } = Object(answer)
  if (places[noun] && Number.isInteger(id)) learnt.set(noun, [...(learnt.get(noun) ?? []), id])
}

/** Something of the account: what it was furnished with, or what it has come to have since. */
export function anyOf({ things, learnt }: World, noun: string, die: number): Aim {
  const place = places[noun]
  const ids = learnt.get(noun) ?? []
  const id = ids[die % (ids.length + 1)]
  return { things: place && id !== undefined ? { ...things, [place]: id } : things }
}

type Prepare = (world: World) => Promise<Aim>

/** Makes what a route wants: in the state that it leads on from, or one that may be lost. */
const prepared: Partial<Record<string, Prepare>> = {
  'auth.getToken': async (world) => {
    const { username } = await child(world)
    return { things: world.things, body: { username, pass: world.server.pass } }
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
  'webhooks.delete': (world) => another(world, `users/${world.things.user.id}/webhooks`, hook),
  'automations.delete': (world) => another(world, 'automations', flow(world)),
  'automations.deactivate': inAction,
  'automations.trigger': inAction,
}

/** What the route wants, or anything where it wants nothing in particular. */
export const fitFor = (id: string, world: World): Promise<Aim> =>
  prepared[id]?.(world) ?? Promise.resolve({ things: world.things })

const segment = {
  name: 'spare',
  conditions: { op: 'and', rules: [{ field: 'email', operator: 'is_set' }] },
}
const hook = { url: 'https://spare.example/', events: ['contact.open'] }
const flow = ({ things: { list } }: World) => ({
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

const child = ({ server, things }: World): Promise<TestUser> =>
  addUser(server, {
    parent: things.user.id,
    limits: { ...limits, monthly_sends: 0, contacts_max: 0 },
  })

async function aboutChild(world: World): Promise<Aim> {
  return { things: { ...world.things, user: await child(world) } }
}

async function asChild(world: World): Promise<Aim> {
  const user = await child(world)
  return { things: { ...world.things, user }, token: user.token }
}

async function another({ things }: World, path: string, body: object): Promise<Aim> {
  const { body: made } = await things.user.api('POST', `/${path}`, {
    ...body,
    ...('name' in body && { name: `spare ${Math.random()}` }),
  })
  const place = places[path.split('/').at(-1) ?? '']
  return { things: place && made.id ? { ...things, [place]: made.id } : things }
}

/** A list that is left alone by all others, with two contacts and a field. */
async function ofSpareList({ server, things }: World): Promise<Aim> {
  const { db } = server.service
  const own = { ...server, accountId: things.user.id }
  const person = { email: 'spare@mine.example', fields: { talla: 'XL' } }
  const list = await addList(own, [person, 'other@mine.example'])
  // They were written past the count of them.
  await db
    .updateTable('accounts')
    .set(({ eb }) => ({ contacts_used: eb('contacts_used', '+', 2) }))
    .where('id', '=', own.accountId)
    .execute()
  const idIn = async (table: 'contacts' | 'list_fields') =>
    (await db.selectFrom(table).select('id').where('list_id', '=', list).executeTakeFirstOrThrow())
      .id
  return {
    things: { ...things, list, contact: await idIn('contacts'), field: await idIn('list_fields') },
  }
}

type Step = 'schedule' | 'send' | 'pause'

const stepBodies = {
  schedule: { scheduled_at: '2031-01-01T10:00:00Z' },
  send: {},
  pause: undefined,
}

/** A draft to a list of its own, taken so far. */
function campaignAfter(...steps: Step[]): Prepare {
  return (world) => campaign(world, {}, steps)
}

async function campaign(world: World, more: object, steps: readonly Step[]): Promise<Aim> {
  const { things } = await ofSpareList(world)
  const { api } = things.user
  const draft = campaignOf(things.list, { from_mail: things.sender, draft: true, ...more })
  const { body } = await api('POST', '/campaigns', draft)
  for (const step of steps) await api('PUT', `/campaigns/${body.id}/${step}`, stepBodies[step])
  return { things: { ...things, campaign: body.id ?? things.campaign } }
}

/** No worker runs here that would begin with the test. */
async function inTest(world: World): Promise<Aim> {
  const variants = [{ asunto: 'Version a' }, { asunto: 'Version b' }]
  const ab_test = { variants, share: 50, winner: 'manual' }
  const aim = await campaign(world, { ab_test }, ['send'])
  await world.server.service.db
    .updateTable('campaigns')
    .set({ status: 'ab_testing' })
    .where('id', '=', aim.things.campaign)
    .where('status', '=', 'queued')
    .execute()
  return aim
}

async function inAction(world: World): Promise<Aim> {
  const aim = await another(world, 'automations', flow(world))
  await world.things.user.api('PUT', `/automations/${aim.things.automation}/activate`)
  return aim
}
