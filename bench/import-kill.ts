// An import that is killed with SIGKILL at a random moment, the client or the service by turns, and
// taken up again until it is done: whether the list holds what an undisturbed import of the file gives.
// node scripts/run.js bench/import-kill.ts [ROUNDS] [SEED] [ROWS]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/service/database/connect.ts'
import { createPostgres } from '../test/support/postgres.ts'
import { seededRandom } from '../test/support/random.ts'
import { setStage, startOnStage } from '../test/support/stage.ts'
import { type Client, runClient } from './client.ts'
import { writeContacts } from './contacts-file.ts'
import { print } from './measure.ts'

const [rounds = 20, seed = Date.now() % 1_000_000, rows = 20_000] = process.argv
  .slice(2)
  .map(Number)
/** Of one import: a service that was killed keeps its claims for as long as their lease. */
const mostRuns = 40

const server = process.env.REMITE_TEST_DATABASE_URL
const postgres = server ? await createPostgres(server) : undefined
const stage = await setStage(0, postgres?.url)
const file = join(stage.folder, 'clientes.csv')
const bad = await writeContacts(file, rows)
const start = () => startOnStage(stage)
let service = await start()
const random = seededRandom(seed)

const began = performance.now()
const reference = await addList('Undisturbed')
await untilDone(reference, runClient(stage, importWords(reference)))
const usualMs = performance.now() - began
const wanted = await contentOf(reference)
if (wanted.size !== rows - bad) throw new Error(`${wanted.size} contacts of ${rows - bad}`)

const shown = []
for (let round = 1; round <= rounds; round++) {
  const victim = round % 2 === 0 ? 'service' : 'client'
  const list = await addList(`Round ${round}`)
  const client = runClient(stage, importWords(list))
  const afterMs = Math.round(random() * usualMs)
  await Promise.race([sleep(afterMs), client.ended])
  if (victim === 'client') client.kill()
  else {
    await service.kill()
    service = await start()
  }
  const runs = await untilDone(list, client)
  const row = { round, victim, 'after ms': afterMs, runs, ...compare(await contentOf(list)) }
  console.log(JSON.stringify({ seed, ...row }))
  shown.push(row)
}
await service.stop()
await postgres?.drop()

print(`${rounds} kills in imports of ${rows} rows, ${bad} of them bad, seed ${seed}`, shown)
if (shown.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1

async function addList(name: string): Promise<number> {
  const { id } = await stage.post('/lists', { name })
  for (const [field, type] of Object.entries({ Ciudad: 'text', Compras: 'number', Alta: 'date' })) {
    await stage.post(`/lists/${id}/fields`, { name: field, type })
  }
  return id
}

function importWords(list: number): string[] {
  return ['lists', 'import', file, '--list', String(list), '--max-rejects', String(bad)]
}

/** Takes the import up until it is done; answers how many runs that took. */
async function untilDone(list: number, first: Client): Promise<number> {
  let run = first
  for (let runs = 1; runs <= mostRuns; runs++) {
    if ((await run.ended) === 0) {
      rmSync(join(stage.folder, 'clientes.rejects.csv'), { force: true })
      return runs
    }
    await sleep(runs > 1 ? 3000 : 0)
    run = runClient(stage, ['lists', 'imports', 'resume'])
    // It was killed before it had a journal, and before anything was sent.
    if ((await run.ended) === 3) run = runClient(stage, importWords(list))
  }
  throw new Error(run.stderr())
}

/** What a list holds, by address; `version` tells whether a contact was written more than once. */
async function contentOf(list: number): Promise<Map<string, string>> {
  const { db, close } = await openDatabase(postgres?.url ?? join(stage.folder, 'remite.db'))
  try {
    const contacts = await db
      .selectFrom('contacts')
      .select(['id', 'email', 'nombre', 'version'])
      .where('list_id', '=', list)
      .execute()
    const values = await db
      .selectFrom('contact_values as v')
      .innerJoin('list_fields as f', 'f.id', 'v.field_id')
      .select(['v.contact_id', 'f.key', 'v.position', 'v.text', 'v.number', 'v.time'])
      .where('f.list_id', '=', list)
      .orderBy('f.key')
      .orderBy('v.position')
      .execute()
    const held = new Map<number, unknown[]>()
    for (const { contact_id: id, ...value } of values) {
      held.set(id, [...(held.get(id) ?? []), Object.values(value)])
    }
    return new Map(
      contacts.map(({ id, email, nombre, version }) => [
        email,
        JSON.stringify([nombre, version, held.get(id)]),
      ]),
    )
  } finally {
    await close()
  }
}

function compare(found: Map<string, string>) {
  const missing = [...wanted.keys()].filter((email) => !found.has(email)).length
  const strange = [...found.keys()].filter((email) => !wanted.has(email)).length
  const other = [...found].filter(
    ([email, content]) => wanted.has(email) && wanted.get(email) !== content,
  ).length
  const holds = missing + strange + other === 0
  return { contacts: found.size, missing, strange, other, verdict: holds ? 'holds' : 'broken' }
}
