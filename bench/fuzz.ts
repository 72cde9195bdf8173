// Requests made up from docs/openapi.json, nearly right and quite wrong, to the whole API: none may be
// answered with a 5xx, and what is answered with a 2xx has to have the declared shape.
// node scripts/run.js bench/fuzz.ts [SECONDS] [SEED], with REMITE_TEST_DATABASE_URL on PostgreSQL
import fc from 'fast-check'
import { endpoints } from '../src/contract/index.ts'
import { startService } from '../test/support/service.ts'
import { judge, reached, tally } from './fuzz/judge.ts'
import { aimed, type Made, requestsBeyond } from './fuzz/requests.ts'
import { learn, newWorld, type World } from './fuzz/world.ts'
import { print } from './measure.ts'

const [seconds = 75, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const atOnce = 4
/** After so many an account has lost most of what it had: another is furnished. */
const perAccount = 400
const perBatch = 20
const none: ReadonlySet<string> = new Set()

const server = await startService({
  trustedProxies: 1,
  settings: { allowsPrivateWebhooks: false },
})

async function send(made: Made, world: World): Promise<number> {
  const { path, init } = await aimed(made, world)
  const response = await fetch(server.url + path, init)
  const text = await response.text()
  judge(made, response, text)
  const isMade = response.ok && made.named.endpoint.effect !== 'read'
  if (isMade && text.startsWith('{')) learn(world, made.named.noun, JSON.parse(text))
  return response.status
}

console.log(`seed ${seed}, ${seconds} s`)
const end = performance.now() + seconds * 1000
const work = async (worker: number): Promise<void> => {
  let world = await newWorld(server)
  for (let batch = 0, count = 0; performance.now() < end; batch += 1) {
    // By turns to all routes, and to those of which nothing was right yet.
    const made = requestsBeyond(batch % 2 ? reached : none)
    for (const one of fc.sample(made, { seed: seed + worker * 1000 + batch, numRuns: perBatch })) {
      if (performance.now() >= end) break
      const status = await send(one, world)
      count += 1
      // Or it has logged out, suspended or deleted itself.
      if (status === 401 || count % perAccount === 0) world = await newWorld(server)
    }
  }
}
await Promise.all(Array.from({ length: atOnce }, (_, worker) => work(worker)))
print(`seed ${seed}`, [{ ...tally, 'routes with a 2xx': reached.size }])
const never = endpoints.filter(({ id }) => !reached.has(id)).map(({ id }) => id)
console.log(`never answered with a 2xx: ${never.join(', ') || 'none'}`)
await server.close()
process.exitCode = tally['5xx'] + tally['no problem'] + tally['wrong shape'] > 0 ? 1 : 0
