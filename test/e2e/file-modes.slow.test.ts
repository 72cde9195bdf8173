import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { newFolder } from '../support/folder.ts'
import { shellIn } from '../support/processes/binary.ts'

const started: number[] = []
afterAll(() => {
  for (const pid of started) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

/** What group or others may read, write or enter below a folder. */
const openToOthers = (folder: string): string[] =>
  spawnSync('find', [folder, '-mindepth', '1', '-perm', '/077', '-not', '-type', 'l'])
    .stdout.toString()
    .split('\n')
    .filter((line) => line !== '')

test.each(['000', '022'])(
  'whatever a service and the command line write is private, with umask %s',
  async (umask) => {
    const folder = newFolder()
    const shell = shellIn(folder)
    const run = async (line: string) => {
      const ran = await shell(`umask ${umask}; ${line}`)
      expect(ran.code, `${line}\n${ran.stderr}`).toBe(0)
      return ran.stdout
    }
    const file = join(folder, 'people.csv')
    writeFileSync(file, 'email\na@example.org\nnobody\n', { mode: 0o600 })
    started.push(JSON.parse(await run('remite sandbox start -o json')).pid)
    await run('remite lists create --name Clients')
    await run('remite lists import people.csv --list Clients --max-rejects 100%')
    await run('remite lists import people.csv --list Clients --upload || true')
    await run('remite lists export Clients --file clients.xlsx')
    await run('remite lists export Clients --file clients.csv')
    const data = join(folder, 'state', 'sandbox')
    await run(`remite database backup copy.db --from ${join(data, 'remite.db')}`)
    for (const path of ['people.rejects.csv', 'clients.csv', 'clients.xlsx', 'copy.db']) {
      expect(existsSync(join(folder, path)), path).toBe(true)
    }
    expect(existsSync(join(data, 'remite.db-wal'))).toBe(true)
    expect(openToOthers(folder)).toEqual([])
    await run('remite sandbox stop')
    expect(openToOthers(folder)).toEqual([])
  },
)
