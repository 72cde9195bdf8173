// Whether the time of an answer tells what the answer does not: what is another account's beside what is
// nobody's, and a user name that there is beside one that there is not. In turn, in one run.
// node scripts/run.js bench/timing.ts [ROUNDS], with REMITE_TEST_DATABASE_URL on PostgreSQL
import { addList, addSender, campaignOf } from '../test/support/mailing.ts'
import { startService } from '../test/support/service.ts'
import { addUser } from '../test/support/users.ts'
import { median, print, quantile } from './measure.ts'

const [rounds = 1000] = process.argv.slice(2).map(Number)
/** Each costs as much as a password is hashed for. */
const logins = Math.min(rounds, 150)

const server = await startService({ trustedProxies: 1 })
const { api } = server
await addSender(server)
const list = await addList(server, ['ana@correo.example'])
const campaign = (await api('POST', '/campaigns', campaignOf(list, { draft: true }))).body.id
const template = (await api('POST', '/templates', { name: 'Una', html: '<p>Hola</p>' })).body.id
const contact = (await api('GET', `/lists/${list}/contacts`)).body[0].id
const { token } = await server.other()
const nobodys = 999_999

/** Another account's, and nobody's. */
const pairs: Record<string, readonly [string, string]> = {
  campaign: [`/campaigns/${campaign}`, `/campaigns/${nobodys}`],
  'its statistics': [`/campaigns/${campaign}/stats`, `/campaigns/${nobodys}/stats`],
  list: [`/lists/${list}`, `/lists/${nobodys}`],
  contact: [`/lists/${list}/contacts/${contact}`, `/lists/${list}/contacts/${nobodys}`],
  template: [`/templates/${template}`, `/templates/${nobodys}`],
  user: [`/users/${server.accountId}`, `/users/${nobodys}`],
}

const rows = []
for (const [what, [theirs, none]] of Object.entries(pairs)) {
  const look = (path: string) => async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await server.request('GET', `/v3/api${path}`, undefined, headers)).status
  }
  rows.push(await compare(what, look(theirs), look(none), rounds))
}
let address = 0
const logIn = (name: () => string) => async () => {
  address += 1
  // Each from a network of its own and with few tries for each name: what slows guessing stays out.
  const headers = { 'x-forwarded-for': `10.${address >> 8}.${address & 255}.1` }
  const body = { username: name(), pass: 'not this one' }
  return (await server.request('POST', '/v3/api/auth/getToken', body, headers)).status
}
const known: string[] = []
for (let at = 0; at < Math.ceil(logins / 2); at += 1) {
  known.push((await addUser(server, { parent: server.accountId })).username)
}
let tried = 0
const there = logIn(() => known[Math.floor(tried++ / 2)] ?? '')
rows.push(
  await compare(
    'user name',
    there,
    logIn(() => `nadie${address}`),
    logins,
  ),
)
print(`answers of ${rounds} requests each, of ${logins} for the name`, rows)
await server.close()

async function compare(
  what: string,
  one: () => Promise<number>,
  other: () => Promise<number>,
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
    // Whoever comes second finds what the first has warmed: they take turns in that as well.
    const order = [() => time(one, taken[0]), () => time(other, taken[1])]
    for (const act of round % 2 === 0 ? order : order.reverse()) await act()
  }
  const [theirs, none] = taken
  return {
    what,
    statuses: [...statuses].join(' '),
    'is there, ms': median(theirs).toFixed(2),
    'is not, ms': median(none).toFixed(2),
    ratio: (median(theirs) / median(none)).toFixed(3),
    'quartiles, ms': [0.25, 0.75].map((share) => quantile(none, share).toFixed(2)).join(' to '),
  }
}
