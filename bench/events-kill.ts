// Sends a file of events with `events send`, kills the client or the service with SIGKILL at a random moment, and
// runs the same command until it ends. Counts events that were lost and that were recorded twice, also in the
// totals. Every third line has an event_id of its own. On PostgreSQL a second service runs beside the first.
// node scripts/run.js bench/events-kill.ts [ROUNDS] [SEED] [EVENTS]
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/service/database/connect.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import {
  createInstallation,
  type Installation,
  startInstallation,
} from '../test/support/processes/installation.ts'
import { seededRandom } from '../test/support/random.ts'
import { runClient } from './client.ts'
import { print } from './measure.ts'

const [rounds = 50, seed = Date.now() % 1_000_000, events = 20_000] = process.argv
  .slice(2)
  .map(Number)
const contacts = 500
/** The limit per round. */
const maxRuns = 20

await killOn('SQLite')
const server = process.env.REMITE_TEST_DATABASE_URL
if (server) {
  const { url, drop } = await createPostgres(server)
  await killOn('PostgreSQL, two services', url).finally(drop)
}

async function killOn(title: string, database?: string): Promise<void> {
  const stage = await createInstallation(contacts, database)
  const random = seededRandom(seed)
  let service = await startInstallation(stage)
  const second = database
    ? await startInstallation({ ...stage, url: stage.url.replace(/:\d+/, `:${stage.ports[1]}`) })
    : undefined
  const began = performance.now()
  await runClient(stage, ['events', 'send', '--file', write(stage, 'undisturbed')]).ended
  const usualMs = performance.now() - began
  const rows = []
  for (let round = 1; round <= rounds; round++) {
    const name = `round ${round}`
    const command = ['events', 'send', '--file', write(stage, name)]
    const victim = round % 2 === 0 ? 'service' : 'client'
    const client = runClient(stage, command)
    const afterMs = Math.round(random() * usualMs)
    await Promise.race([sleep(afterMs), client.ended])
    if (victim === 'client') client.kill()
    else {
      await service.kill()
      service = await startInstallation(stage)
    }
    let runs = 1
    for (let code = await client.ended; code !== 0; runs++) {
      if (runs > maxRuns) throw new Error(client.stderr())
      // The claim of a killed service on its batch lasts until its lease ends.
      await sleep(runs > 1 ? 3000 : 0)
      code = await runClient(stage, command).ended
    }
    const row = { round, victim, 'after ms': afterMs, runs, ...(await compare(stage, name)) }
    console.log(JSON.stringify({ seed, ...row }))
    rows.push(row)
  }
  await service.stop()
  await second?.stop()
  const twice = rows.reduce((sum, row) => sum + row.twice, 0)
  const missing = rows.reduce((sum, row) => sum + row.missing, 0)
  const wrongTotals = rows.reduce((sum, row) => sum + row['wrong totals'], 0)
  const runs = rows.filter((row) => row.runs > 1).length
  print(`${title}: ${rounds} kills while ${events} events are sent, seed ${seed}`, [
    { missing, twice, 'wrong totals': wrongTotals, 'rounds with a second run': runs },
  ])
  if (missing + twice + wrongTotals > 0) process.exitCode = 1
}

function write({ folder }: Installation, name: string): string {
  const path = join(folder, `${name.replace(' ', '-')}.ndjson`)
  const lines = Array.from({ length: events }, (_, number) =>
    JSON.stringify({
      ...{ name, email: `cliente.${number % contacts}@correo.example` },
      ...{ value: 1, currency: 'EUR', properties: { number } },
      ...(number % 3 === 0 && { event_id: `${name} ${number}` }),
    }),
  )
  writeFileSync(path, `${lines.join('\n')}\n`)
  return path
}

async function compare({ folder, database }: Installation, name: string) {
  const { db, close } = await openDatabase(database ?? join(folder, 'remite.db'))
  try {
    const found = await db
      .selectFrom('custom_events as e')
      .innerJoin('event_names as n', 'n.id', 'e.name_id')
      .select('e.properties')
      .where('n.name', '=', name)
      .execute()
    const totals = await db
      .selectFrom('event_totals as t')
      .innerJoin('event_names as n', 'n.id', 't.name_id')
      .select(['t.count', 't.value'])
      .where('n.name', '=', name)
      .execute()
    const numbers = new Set(found.map(({ properties }) => JSON.parse(properties).number))
    const expected = events / contacts
    return {
      missing: events - numbers.size,
      twice: found.length - numbers.size,
      'wrong totals': totals.filter(({ count, value }) => count !== expected || value !== expected)
        .length,
    }
  } finally {
    await close()
  }
}
