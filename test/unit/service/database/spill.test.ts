import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { newFolder } from '../../../support/folder.ts'

const script = 'test/support/processes/spilling-sort.ts'

test.runIf(process.platform === 'linux')(
  'a reader writes large sorts to unnamed files in the folder of the database',
  async () => {
    const folder = newFolder()
    const env = { ...process.env }
    delete env.SQLITE_TMPDIR
    const args = ['scripts/run.js', script, folder]
    const { stdout } = await promisify(execFile)(process.execPath, args, { env })
    const { rows, spilled } = JSON.parse(stdout)
    expect(rows).toEqual([{ c: 1_000_000 }])
    expect(spilled).not.toEqual([])
    expect(readdirSync(folder).filter((name) => !name.startsWith('remite.db'))).toEqual([])
  },
)
