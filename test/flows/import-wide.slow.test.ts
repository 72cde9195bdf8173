import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'

test('a batch with more values than a request may have is sent in parts, and counted once', async () => {
  const queries: string[] = []
  const server = await startService({ queries })
  try {
    const cli = remite(server)
    const { body } = await server.api('POST', '/lists', { name: 'Wide' })
    const tags = Array.from({ length: 75 }, (_, n) => `t${n}`).join('|')
    const rows = Array.from({ length: 5000 }, (_, n) =>
      n === 4999 ? `nobody,${tags}` : `p${n}@wide.example,${tags}`,
    )
    const file = join(newFolder(), 'wide.csv')
    writeFileSync(file, `email,tags\n${rows.join('\n')}\n`)
    const flags = ['--list', String(body.id), '--batch-size', '5000', '--json']
    const first = await cli('lists', 'import', file, ...flags)
    expect(first.json()).toMatchObject({ rows: 5000, created: 4999, updated: 0, rejected: 1 })
    const inserts = queries.filter((query) => /^\s*insert into contacts /.test(query)).length
    // A thousand per statement. One by one they would be 4,999.
    expect(inserts).toBeLessThan(20)
  } finally {
    await server.close()
  }
}, 120_000)
