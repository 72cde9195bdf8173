import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { shellIn } from '../support/processes/binary.ts'
import { type Started, sandboxFolder } from '../support/processes/sandbox-folder.ts'
import { waitFor } from '../support/wait.ts'

/** One sandbox: the groups of tests start and stop it in turn. */
const { folder, remite, json, start, lists } = sandboxFolder()

describe('a sandbox that is started', () => {
  let first: Started
  let tookMs = 0
  beforeAll(async () => {
    const began = performance.now()
    first = await start()
    tookMs = performance.now() - began
  })

  test('takes seconds, and is the current profile', () => {
    expect(tookMs).toBeLessThan(10_000)
    expect(first).toMatchObject({ profile: 'sandbox', current: true, username: 'sandbox' })
  })

  test('is found', async () => {
    expect(await json('sandbox', 'status')).toMatchObject({
      pid: first.pid,
      url: first.url,
      bounces: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
    })
  })

  test('is the one that a second start finds', async () => {
    expect((await start()).pid).toBe(first.pid)
  })

  test('lets a reader that has seen enough end the program quietly', async () => {
    const { id } = await json('lists', 'create', '--name', 'Long')
    const token = (await remite(['auth', 'token'])).stdout.trim()
    const contacts = Array.from({ length: 5000 }, (_, n) => ({
      email: `a.rather.long.address.${n}@correo.example`,
      nombre: 'Begonia '.repeat(10),
    }))
    const added = await fetch(`${first.url}/lists/${id}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ contacts }),
    })
    expect(added.status).toBe(200)
    const shell = shellIn(folder)
    for (const format of ['tsv', 'ndjson', 'json']) {
      const line = `remite contacts list --list ${id} --all -o ${format} | head -c 100`
      const { code, stdout, stderr } = await shell(`${line}; exit "\${PIPESTATUS[0]}"`)
      expect([code, Buffer.byteLength(stdout), stderr]).toEqual([0, 100, ''])
    }
  })
})

describe('a sandbox that is stopped', () => {
  let pid: number
  beforeAll(async () => {
    pid = (await start()).pid
    await json('lists', 'create', '--name', 'Kept')
    expect(await json('sandbox', 'stop')).toMatchObject({ stopped: true })
  })

  test('ends, and is not found', async () => {
    await waitFor(() => !isAlive(pid))
    expect((await remite(['sandbox', 'status'])).code).toBe(3)
  })

  test('is not stopped again', async () => {
    expect(await json('sandbox', 'stop')).toEqual({ stopped: false })
  })

  test('has its data and its password when it starts again, here on any free port', async () => {
    const { url, folder: data } = await start('--port', '0')
    expect(await json('sandbox', 'status')).toMatchObject({ url })
    expect(await lists()).toContain('Kept')
    const { username, pass } = JSON.parse(readFileSync(join(data, 'account.json'), 'utf8'))
    const login = ['auth', 'login', '--profile', 'again', '--api-url', url]
    const words = [...login, '--username', username, '--password-stdin']
    const { code, stderr } = await remite(words, { stdin: pass })
    expect(code, stderr).toBe(0)
  })
})

test('a service for real use does not start without a relay', async () => {
  const ran = await remite(['serve'])
  expect([ran.code, ran.stdout]).toEqual([2, ''])
  expect(ran.stderr).toMatch(/^error: /)
  expect(ran.stderr).toContain('--smtp')
})
