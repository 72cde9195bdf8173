// Kills an import with SIGKILL at a random moment, alternately the client and the service, and resumes it until
// it is done. Checks that the list equals the result of an uninterrupted import of the file.
// node scripts/run.js bench/import-kill.ts [ROUNDS] [SEED] [ROWS]
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../src/service/database/connect.ts'
import { createPostgres } from '../test/support/database/postgres.ts'
import { createInstallation, startInstallation } from '../test/support/processes/installation.ts'
import { seededRandom } from '../test/support/random.ts'
import { type Client, runClient } from './client.ts'
import { writeContacts } from './contacts-file.ts'
import { print } from './measure.ts'

const [rounds = 20, seed = Date.now() % 1_000_000, rows = 20_000] = process.argv
  .slice(2)
  .map(Number)
/** The limit per import: the claims of a killed service last until their lease ends. */
const maxRuns = 40

const server = process.env.REMITE_TEST_DATABASE_URL
const postgres = server ? await createPostgres(server) : undefined
const stage = await createInstallation(0, postgres?.url)
const file = join(stage.folder, 'clientes.csv')
const bad = await writeContacts(file, rows)
const start = () => startInstallation(stage)
let service = await start()
const random = seededRandom(seed)

const began = performance.now()
const reference = await addList('Undisturbed')
await untilDone(reference, runClient(stage, importArguments(reference)))
const usualMs = performance.now() - began
const expected = await contentOf(reference)
if (expected.size !== rows - bad) throw new Error(`${expected.size} contacts of ${rows - bad}`)

const results = []
for (let round = 1; round <= rounds; round++) {
  const victim = round % 2 === 0 ? 'service' : 'client'
  const list = await addList(`Round ${round}`)
  const client = runClient(stage, importArguments(list))
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
  results.push(row)
}
await service.stop()
await postgres?.drop()

print(`${rounds} kills in imports of ${rows} rows, ${bad} of them bad, seed ${seed}`, results)
if (results.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1

async function addList(name: string): Promise<number> {
  const { id } = await stage.post('/lists', { name })
  for (const [field, type] of Object.entries({ Ciudad: 'text', Compras: 'number', Alta: 'date' })) {
    await stage.post(`/lists/${id}/fields`, { name: field, type })
  }
  return id
}

function importArguments(list: number): string[] {
  return ['lists', 'import', file, '--list', String(list), '--max-rejects', String(bad)]
}

/** Resumes the import until it is done. Returns the number of runs that this took. */
async function untilDone(list: number, first: Client): Promise<number> {
  let run = first
  for (let runs = 1; runs <= maxRuns; runs++) {
    if ((await run.ended) === 0) {
      rmSync(join(stage.folder, 'clientes.rejects.csv'), { force: true })
      return runs
    }
    await sleep(runs > 1 ? 3000 : 0)
    run = runClient(stage, ['lists', 'imports', 'resume'])
    // Killed before it had a journal, so before anything was sent.
    if ((await run.ended) === 3) run = runClient(stage, importArguments(list))
  }
  throw new Error(run.stderr())
}

/** The contacts of a list, by address. `version` shows whether a contact was written more than once. */
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
    const valuesOf = new Map<number, unknown[]>()
    for (const { contact_id: id, ...value } of values) {
      valuesOf.set(id, [...(valuesOf.get(id) ?? []), Object.values(value)])
    }
    return new Map(
      contacts.map(({ id, email, nombre, version }) => [
        email,
        JSON.stringify([nombre, version, valuesOf.get(id)]),
      ]),
    )
  } finally {
    await close()
  }
}

function compare(found: Map<string, string>) {
  const missing = [...expected.keys()].filter((email) => !found.has(email)).length
  const unexpected = [...found.keys()].filter((email) => !expected.has(email)).length
  const different = [...found].filter(
    ([email, content]) => expected.has(email) && expected.get(email) !== content,
  ).length
  const holds = missing + unexpected + different === 0
  return {
    contacts: found.size,
    missing,
    unexpected,
    different,
    verdict: holds ? 'holds' : 'broken',
  }
}
