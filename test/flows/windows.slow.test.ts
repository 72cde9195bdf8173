import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remiteOnWindows } from '../support/processes/remite-on-windows.ts'
import { waitFor } from '../support/wait.ts'

test('a sandbox stops cleanly without a signal, which would kill it in the middle of its work', async () => {
  const remite = remiteOnWindows()
  const { sandbox } = remite
  const serving = remite('serve', '--sandbox', '--folder', sandbox)
  await waitFor(() => existsSync(join(sandbox, 'running.json')))
  // A signal would end the process of this test.
  expect((await remite('sandbox', 'stop', '-o', 'json')).stdout).toContain('"stopped":true')
  expect((await serving).code).toBe(0)
  expect(existsSync(join(sandbox, 'running.json'))).toBe(false)
  expect(existsSync(join(sandbox, 'stop'))).toBe(false)
})
