import { readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { DatabaseThread } from '../../../../src/service/database/thread.ts'
import { spillTo } from '../../../../src/service/host.ts'
import { newFolder } from '../../../support/folder.ts'

/** What this process has open in the folder; Linux alone tells. */
const openIn = (folder: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((number) => {
    try {
      const file = readlinkSync(join('/proc/self/fd', number))
      return file.startsWith(folder) ? [file] : []
    } catch {
      return [] // Closed meanwhile.
    }
  })

test.runIf(process.platform === 'linux')(
  'what a reader cannot hold of a sort lies in the folder of the file, and has no name there',
  async () => {
    const folder = newFolder()
    spillTo(folder)
    const file = join(folder, 'remite.db')
    const writer = new DatabaseThread(file)
    await writer.ask('create table numbers (n integer) strict', [])
    await writer.ask(
      `with recursive up (n) as (select 1 union all select n + 1 from up where n < 1000000)
       insert into numbers select n from up`,
      [],
    )
    const reader = new DatabaseThread(file, { readOnly: true })
    const spilled = new Set<string>()
    const counting = { isOver: false }
    const counted = reader
      .ask(
        'select count(*) as c from (select n % 7777 from numbers group by n * 7919 % 1000003)',
        [],
      )
      .finally(() => {
        counting.isOver = true
      })
    while (!counting.isOver) {
      for (const name of openIn(folder)) if (!name.startsWith(file)) spilled.add(name)
      await sleep(5)
    }
    expect((await counted).rows).toEqual([{ c: 1_000_000 }])
    expect([...spilled]).not.toEqual([])
    expect(readdirSync(folder).filter((name) => !name.startsWith('remite.db'))).toEqual([])
    await Promise.all([reader.end(), writer.end()])
  },
)
