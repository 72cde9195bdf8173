// Rows a second: papaparse alone over a file, our reader with mapping and checks over the same file,
// and `remite lists import` into the embedded service, to the commit of the last row.
// node scripts/run.js bench/import.ts [ROWS]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import papaparse from 'papaparse'
import { createRowCheck } from '../src/tabular/check.ts'
import { mapColumns } from '../src/tabular/mapping.ts'
import { openTable } from '../src/tabular/open-table.ts'
import { startServiceProcess } from '../test/support/process.ts'
import { setStage } from '../test/support/stage.ts'
import { writeContacts } from './contacts-file.ts'
import { median, print } from './measure.ts'
import { residentMb } from './memory.ts'

const [rows = 200_000] = process.argv.slice(2).map(Number)
const rounds = 3
const fields = [
  { id: 1, name: 'Ciudad', type: 'text' },
  { id: 2, name: 'Compras', type: 'number' },
  { id: 3, name: 'Alta', type: 'date' },
]

const stage = await setStage(0)
const file = join(stage.folder, 'clientes.csv')
const bad = await writeContacts(file, rows)
const service = await startServiceProcess({
  folder: stage.folder,
  smtpUrl: 'smtp://127.0.0.1:9',
  port: Number(new URL(stage.url).port),
})
const taken: Record<string, number[]> = {}
const memory: number[] = []
for (let round = 1; round <= rounds; round++) {
  await measure('papaparse alone', parseAlone)
  await measure('our reader, mapping, checks', readAndCheck)
  const list = await addList(`Clientes ${round}`)
  await measure('remite lists import', () => importInto(list))
}
await service.stop()

const peer = median(taken['papaparse alone'] ?? [])
print(
  `${rows} rows, ${bad} of them bad, ${Math.round(statSync(file).size / 1024 ** 2)} MB, three custom fields; median of ${rounds} runs on Node ${process.versions.node}; the client held at most ${Math.max(...memory)} MB`,
  Object.entries(taken).map(([what, runs]) => ({
    what,
    'rows/s': Math.round(median(runs)),
    'of papaparse': (median(runs) / peer).toFixed(2),
  })),
)

async function measure(what: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now()
  const good = await run()
  const seconds = (performance.now() - start) / 1000
  if (good !== rows && good !== rows - bad) throw new Error(`${what}: ${good} rows`)
  taken[what] = [...(taken[what] ?? []), rows / seconds]
}

async function parseAlone(): Promise<number> {
  const stream = papaparse.parse(papaparse.NODE_STREAM_INPUT, { delimiter: ';' })
  createReadStream(file).pipe(stream)
  let count = -1 // the header
  for await (const _ of stream) count++
  return count
}

async function readAndCheck(): Promise<number> {
  const table = await openTable(createReadStream(file))
  const check = createRowCheck(mapColumns(table.header.cells, { fields }))
  let good = 0
  for await (const row of table.rows) if (check(row).contact) good++
  return good
}

async function addList(name: string): Promise<number> {
  const { id } = await stage.post('/lists', { name })
  for (const { name, type } of fields) await stage.post(`/lists/${id}/fields`, { name, type })
  return id
}

async function importInto(list: number): Promise<number> {
  const words = ['lists', 'import', file, '--list', String(list), '--max-rejects', String(bad)]
  const child = spawn(process.execPath, ['bin/remite.js', ...words, '--output', 'json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: {
      HOME: stage.folder,
      LANG: 'en_US.UTF-8',
      REMITE_CONFIG_DIR: stage.folder,
      REMITE_STATE_DIR: stage.folder,
      REMITE_API_URL: stage.url,
      REMITE_TOKEN: stage.token,
    },
  })
  let answer = ''
  child.stdout.on('data', (chunk) => {
    answer += chunk
  })
  const closed = once(child, 'close')
  while (child.exitCode === null) {
    memory.push(await residentMb(child.pid ?? 0))
    await Promise.race([sleep(250), closed])
  }
  await closed
  const { created, rejects_file: rejects } = JSON.parse(answer)
  rmSync(rejects)
  return created
}
