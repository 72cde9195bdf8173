import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseThread } from '../../../src/service/database/thread.ts'
import { setTempFolder } from '../../../src/service/host.ts'

// node scripts/run.js test/support/processes/spilling-sort.ts FOLDER: sorts a million rows on a reader and
// prints as JSON what the reader counted and which temporary files it had open. SQLite reads its temporary
// folder once per process, hence a process for this.
const [folder = ''] = process.argv.slice(2)
const file = join(folder, 'remite.db')

/** The open files of this process in the folder. Only Linux lists them. */
const openFiles = (): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const path = readlinkSync(join('/proc/self/fd', number))
      return path.startsWith(folder) && !path.startsWith(file) ? [path] : []
    } catch {
      return [] // closed in the meantime
    }
  })

setTempFolder(folder)
const writer = new DatabaseThread(file)
await writer.ask('create table numbers (n integer) strict', [])
await writer.ask(
  `with recursive up (n) as (select 1 union all select n + 1 from up where n < 1000000)
   insert into numbers select n from up`,
  [],
)
const reader = new DatabaseThread(file, { readOnly: true })
const spilled = new Set<string>()
let isCounting = true
const counted = reader
  .ask('select count(*) as c from (select n % 7777 from numbers group by n * 7919 % 1000003)', [])
  .finally(() => {
    isCounting = false
  })
while (isCounting) {
  for (const path of openFiles()) spilled.add(path)
  await sleep(5)
}
const { rows } = await counted
await Promise.all([reader.end(), writer.end()])
console.log(JSON.stringify({ rows, spilled: [...spilled] }))
