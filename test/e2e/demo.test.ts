import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { remiteIn } from '../support/binary.ts'
import { newFolder } from '../support/folder.ts'
import { waitFor } from '../support/wait.ts'

/** Also on a machine that does much else at the same time. */
const demoMs = 180_000

/** What is left of a process when it has let go of everything. */
const endMs = 500

async function runDemo(): Promise<void> {
  const folder = newFolder()
  const { code, stdout, stderr } = await remiteIn(folder)(['demo'])
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('$ remite campaigns send')
  expect(stdout).toMatch(/Refused +37\n/)
  expect(stdout).toMatch(/Delivered +9,963\n/)
  const pids = [...stdout.matchAll(/^Process +(\d+)$/gm)].map(([, pid]) => Number(pid))
  expect(pids).toHaveLength(1)
  await waitFor(() => !pids.some(isAlive), endMs)
  expect(readdirSync(folder)).toEqual([])
}

test('the demo does the whole job, and leaves no process and no file', { timeout: demoMs }, runDemo)

// What takes as long again is left to the runs that nobody waits for.
test.runIf(process.env.CI)('the demo runs twice', { timeout: demoMs }, runDemo)
