// Checks that response times leak nothing: an object of another account is compared with one that does not
// exist, and a username that exists with one that does not. The requests alternate in one run.
// node scripts/run.js bench/timing.ts [ROUNDS], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { addList, addSender, campaignOf } from '../test/support/campaign-fixtures.ts'
import { startService } from '../test/support/service.ts'
import { addUser } from '../test/support/users.ts'
import { median, print, quantile } from './measure.ts'

const [rounds = 1000] = process.argv.slice(2).map(Number)
/** Fewer, because each login hashes a password. */
const logins = Math.min(rounds, 150)

const server = await startService({ trustedProxies: 1 })
const { api } = server
await addSender(server)
const list = await addList(server, ['ana@correo.example'])
const campaign = (await api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
const template = (await api('POST', '/templates', { name: 'Una', html: '<p>Hola</p>' })).body.id
const contact = (await api('GET', `/lists/${list}/contacts`)).body[0].id
const { token } = await server.other()
const missing = 999_999

/** A path of another account, and the same path with an id that does not exist. */
const pairs: Record<string, readonly [string, string]> = {
  campaign: [`/campaigns/${campaign}`, `/campaigns/${missing}`],
  'its statistics': [`/campaigns/${campaign}/stats`, `/campaigns/${missing}/stats`],
  list: [`/lists/${list}`, `/lists/${missing}`],
  contact: [`/lists/${list}/contacts/${contact}`, `/lists/${list}/contacts/${missing}`],
  template: [`/templates/${template}`, `/templates/${missing}`],
  user: [`/users/${server.accountId}`, `/users/${missing}`],
}

const rows = []
for (const [what, [foreign, unknown]] of Object.entries(pairs)) {
  const get = (path: string) => async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await server.request('GET', `/v3/api${path}`, undefined, headers)).status
  }
  rows.push(await compare(what, get(foreign), get(unknown), rounds))
}
let address = 0
const logIn = (name: () => string) => async () => {
  address += 1
  // Each from a different network and with few attempts per name, so that rate limits do not interfere.
  const headers = { 'x-forwarded-for': `10.${address >> 8}.${address & 255}.1` }
  const body = { username: name(), pass: 'not this one' }
  return (await server.request('POST', '/v3/api/auth/getToken', body, headers)).status
}
const known: string[] = []
for (let index = 0; index < Math.ceil(logins / 2); index += 1) {
  known.push((await addUser(server, { parent: server.accountId })).username)
}
let attempts = 0
const existing = logIn(() => known[Math.floor(attempts++ / 2)] ?? '')
rows.push(
  await compare(
    'username',
    existing,
    logIn(() => `nadie${address}`),
    logins,
  ),
)
print(`response times of ${rounds} requests each, ${logins} for the username`, rows)
await server.close()

async function compare(
  what: string,
  a: () => Promise<number>,
  b: () => Promise<number>,
  times: number,
) {
  const taken: [number[], number[]] = [[], []]
  const statuses = new Set<number>()
  const time = async (act: () => Promise<number>, into: number[]) => {
    const began = performance.now()
    statuses.add(await act())
    into.push(performance.now() - began)
  }
  for (let round = 0; round < times; round += 1) {
    // The second request finds warm caches, so the order alternates too.
    const order = [() => time(a, taken[0]), () => time(b, taken[1])]
    for (const act of round % 2 === 0 ? order : order.reverse()) await act()
  }
  const [foreign, unknown] = taken
  return {
    what,
    statuses: [...statuses].join(' '),
    'exists, ms': median(foreign).toFixed(2),
    'does not exist, ms': median(unknown).toFixed(2),
    ratio: (median(foreign) / median(unknown)).toFixed(3),
    'quartiles, ms': [0.25, 0.75].map((share) => quantile(unknown, share).toFixed(2)).join(' to '),
  }
}
