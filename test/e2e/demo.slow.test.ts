import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { newFolder } from '../support/folder.ts'
import { remiteIn } from '../support/processes/binary.ts'
import { waitFor } from '../support/wait.ts'

/** Generous, for a machine under load. */
const demoMs = 180_000

/** How long processes may take to exit after the demo has ended. */
const endMs = 500

test('the demo does the whole job and leaves no process and no file', {
  timeout: demoMs,
}, async () => {
  const folder = newFolder()
  const { code, stdout, stderr } = await remiteIn(folder)(['demo'])
  expect(code, stderr).toBe(0)
  expect(stderr).toContain('$ remite campaigns send')
  expect(stdout).toMatch(/Rejected rows +37\n/)
  expect(stdout).toMatch(/Delivered +9,963\n/)
  const pids = [...stdout.matchAll(/^Process +(\d+)$/gm)].map(([, pid]) => Number(pid))
  expect(pids).toHaveLength(1)
  await waitFor(() => !pids.some(isAlive), endMs)
  expect(readdirSync(folder)).toEqual([])
})
