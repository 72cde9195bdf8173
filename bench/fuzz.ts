// Sends generated requests to the whole API, from almost valid to completely wrong, based on docs/openapi.json.
// None may be answered with a 5xx, and a 2xx response must have the declared shape.
// node scripts/run.js bench/fuzz.ts [SECONDS] [SEED], with REMITE_TEST_DATABASE_URL on PostgreSQL
import fc from 'fast-check'
import { endpoints } from '../src/contract/index.ts'
import { startService } from '../test/support/service.ts'
import { judge, reached, totals } from './fuzz/judge.ts'
import { type Generated, requestsBeyond, toRequest } from './fuzz/requests.ts'
import { learn, newWorld, type World } from './fuzz/world.ts'
import { print } from './measure.ts'

const [seconds = 75, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const concurrency = 4
/** After this many requests an account has lost most of its objects, and a new one replaces it. */
const perAccount = 400
const perBatch = 20
const none: ReadonlySet<string> = new Set()

const server = await startService({
  trustedProxies: 1,
  settings: { allowsPrivateWebhooks: false },
})

async function send(generated: Generated, world: World): Promise<number> {
  const { path, init } = await toRequest(generated, world)
  const response = await fetch(server.url + path, init)
  const text = await response.text()
  judge(generated, response, text)
  const isChange = response.ok && generated.named.endpoint.effect !== 'read'
  if (isChange && text.startsWith('{')) learn(world, generated.named.noun, JSON.parse(text))
  return response.status
}

console.log(`seed ${seed}, ${seconds} s`)
const end = performance.now() + seconds * 1000
const work = async (worker: number): Promise<void> => {
  let world = await newWorld(server)
  for (let batch = 0, count = 0; performance.now() < end; batch += 1) {
    // Alternates between all routes and those without a 2xx so far.
    const requests = requestsBeyond(batch % 2 ? reached : none)
    for (const generated of fc.sample(requests, {
      seed: seed + worker * 1000 + batch,
      numRuns: perBatch,
    })) {
      if (performance.now() >= end) break
      const status = await send(generated, world)
      count += 1
      // A 401 means that the account has logged out, suspended or deleted itself.
      if (status === 401 || count % perAccount === 0) world = await newWorld(server)
    }
  }
}
await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
print(`seed ${seed}`, [{ ...totals, 'routes with a 2xx': reached.size }])
const never = endpoints.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
console.log(`never answered with a 2xx: ${never.join(', ') || 'none'}`)
await server.close()
process.exitCode = totals['5xx'] + totals['no problem'] + totals['wrong shape'] > 0 ? 1 : 0
