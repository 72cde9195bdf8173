// Excel workbooks: rows per second of an XML parser alone over an unpacked sheet, of our reader over the workbook,
// of our writer, and of `remite lists import` into the embedded service, with the client's memory.
// node scripts/run.js bench/xlsx.ts [ROWS]
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { openTable } from '../src/tabular/open-table.ts'
import { openForReading } from '../src/tabular/spool.ts'
import { openArchive } from '../src/tabular/xlsx/archive.ts'
import { writeXlsx, type XlsxCell } from '../src/tabular/xlsx/writer.ts'
import { createInstallation, startInstallation } from '../test/support/processes/installation.ts'
import { runClient } from './client.ts'
import { median, print } from './measure.ts'
import { residentMb } from './memory.ts'

const [rows = 200_000] = process.argv.slice(2).map(Number)
const rounds = 3

const stage = await createInstallation(0)
const file = join(stage.folder, 'clientes.xlsx')
const taken: Record<string, number[]> = {}
const memory: number[] = []

for (let round = 1; round <= rounds; round++) {
  await measure('our writer', write)
  await measure('htmlparser2 alone, unpacking', parseAlone)
  await measure('our reader', read)
}
const service = await startInstallation(stage)
const { id } = await stage.post('/lists', { name: 'Excel' })
await measure('remite lists import', () => importInto(id))
await service.stop()

const third = (part: number) =>
  Math.max(...memory.filter((_, index) => Math.floor((index * 3) / memory.length) === part))
print(
  `${rows} rows of six inline cells, ${Math.round(statSync(file).size / 1024 ** 2)} MB; median of ${rounds} runs, the import once, on Node ${process.versions.node}; the client's peak was ${third(0)}, ${third(1)} and ${third(2)} MB in the first, second and last third of its run`,
  Object.entries(taken).map(([what, runs]) => ({ what, 'rows/s': Math.round(median(runs)) })),
)

async function measure(what: string, run: () => Promise<number>): Promise<void> {
  const start = performance.now()
  const count = await run()
  const seconds = (performance.now() - start) / 1000
  if (count !== rows) throw new Error(`${what}: ${count} rows`)
  taken[what] = [...(taken[what] ?? []), rows / seconds]
}

async function* contacts(): AsyncGenerator<XlsxCell[]> {
  for (let row = 1; row <= rows; row++) {
    yield [
      `Begoña ${row}`,
      'Núñez',
      `cliente.${row}@correo.example`,
      'A Coruña',
      row % 97,
      '2024-05-12',
    ]
  }
}

async function write(): Promise<number> {
  const header = ['Nombre', 'Apellidos', 'Correo', 'Ciudad', 'Compras', 'Alta']
  const bytes = writeXlsx({ sheet: 'Clientes', header, rows: contacts() })
  await pipeline(bytes, createWriteStream(file))
  return rows
}

/** The minimum that any reader on top of it has to do: collect the text of each cell. */
async function parseAlone(): Promise<number> {
  const archive = await openArchive(await openForReading(file))
  let count = -1 // the header
  let cells: string[] = []
  let text = ''
  const parser = new Parser(
    {
      ontext(part) {
        text += part
      },
      onclosetag(name) {
        if (name === 'c') {
          cells.push(text)
          text = ''
        } else if (name === 'row') {
          count++
          cells = []
        }
      },
    },
    { xmlMode: true },
  )
  for await (const part of archive.read('xl/worksheets/sheet1.xml')) parser.write(part)
  parser.end()
  archive.close()
  return count
}

async function read(): Promise<number> {
  const table = await openTable({ file })
  let count = 0
  for await (const _ of table.rows) count++
  await table.close()
  return count
}

async function importInto(list: number): Promise<number> {
  const args = ['lists', 'import', file, '--list', String(list), '--output', 'json']
  const client = runClient(stage, args)
  while (client.isRunning()) {
    memory.push(await residentMb(client.pid))
    await Promise.race([sleep(250), client.ended])
  }
  await client.ended
  return JSON.parse(client.stdout()).created
}
