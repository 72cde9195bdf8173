import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { remiteIn, shellIn } from '../support/binary.ts'
import { newFolder } from '../support/folder.ts'
import { waitFor } from '../support/wait.ts'

interface Started {
  url: string
  pid: number
  profile: string
  current: boolean
  username: string
  folder: string
}

const started: Started[] = []
afterEach(() => {
  for (const { pid } of started.splice(0)) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
})

function place() {
  const folder = newFolder()
  const remite = remiteIn(folder)
  const json = async (...words: string[]) => {
    const ran = await remite([...words, '-o', 'json'])
    expect(ran.code, ran.stderr).toBe(0)
    return JSON.parse(ran.stdout)
  }
  const start = async (): Promise<Started> => {
    const sandbox = await json('sandbox', 'start')
    started.push(sandbox)
    return sandbox
  }
  return { folder, remite, json, start }
}

test('a sandbox starts in seconds, is found, and stops; the next start has its data and its password', async () => {
  const { remite, json, start } = place()
  const began = performance.now()
  const first = await start()
  expect(performance.now() - began).toBeLessThan(10_000)
  expect(first).toMatchObject({ profile: 'sandbox', current: true, username: 'sandbox' })
  expect(await json('sandbox', 'status')).toMatchObject({
    pid: first.pid,
    url: first.url,
    bounces: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
  })
  expect((await start()).pid).toBe(first.pid)
  await json('lists', 'create', '--name', 'Kept')

  expect(await json('sandbox', 'stop')).toMatchObject({ stopped: true })
  const second = await start()
  expect(isAlive(first.pid)).toBe(false)
  const { data } = await json('lists', 'list')
  expect(data.map(({ name }: { name: string }) => name)).toEqual(['Kept'])
  const { username, pass } = JSON.parse(readFileSync(join(first.folder, 'account.json'), 'utf8'))
  const login = ['auth', 'login', '--profile', 'again', '--api-url', second.url]
  const ran = await remite([...login, '--username', username, '--password-stdin'], { stdin: pass })
  expect(ran.code, ran.stderr).toBe(0)
  await json('sandbox', 'stop')
  await waitFor(() => !isAlive(second.pid))
  expect((await remite(['sandbox', 'status'])).code).toBe(3)
  expect(await json('sandbox', 'stop')).toEqual({ stopped: false })
}, 60_000)

test('a sandbox that was killed does not hinder the next, which has what was acknowledged', async () => {
  const { remite, json, start } = place()
  const killed = await start()
  await json('lists', 'create', '--name', 'Acknowledged')
  process.kill(killed.pid, 'SIGKILL')
  await waitFor(() => !isAlive(killed.pid))
  expect((await remite(['sandbox', 'status'])).code).toBe(3)
  const next = await start()
  expect((await json('lists', 'list')).data).toMatchObject([{ name: 'Acknowledged' }])
  await json('sandbox', 'stop')
  await waitFor(() => !isAlive(next.pid))
}, 60_000)

test('a sandbox becomes the current profile only when there is no other', async () => {
  const { remite, json, start } = place()
  const login = ['auth', 'login', '--profile', 'work', '--with-token']
  const real = [...login, '--api-url', 'https://mail.example/v3/api']
  expect((await remite(real, { stdin: 'a-token' })).code).toBe(0)
  expect(await start()).toMatchObject({ profile: 'sandbox', current: false })
  expect(await json('auth', 'status')).toMatchObject({
    profile: 'work',
    api_url: 'https://mail.example/v3/api',
  })
  expect(await json('auth', 'status', '--profile', 'sandbox')).toMatchObject({
    username: 'sandbox',
  })
  await json('sandbox', 'stop')
}, 60_000)

test('a sandbox that is reset is empty, and only when that was confirmed', async () => {
  const { remite, json, start } = place()
  const first = await start()
  await json('lists', 'create', '--name', 'Gone')
  expect((await remite(['sandbox', 'reset'])).code).toBe(7)
  expect((await json('lists', 'list')).data).toHaveLength(1)
  const second = await json('sandbox', 'reset', '--yes')
  started.push({ ...second, pid: (await json('sandbox', 'status')).pid })
  expect(isAlive(first.pid)).toBe(false)
  expect((await json('lists', 'list')).data).toEqual([])
  await json('sandbox', 'stop')
})

test('a program that is run in a sandbox finds an account, and its exit code is ours', async () => {
  const { folder, remite } = place()
  const url =
    'fetch(process.env.REMITE_API_URL + "/lists", { headers: { authorization: "Bearer " + process.env.REMITE_TOKEN } })'
  const program = `${url}.then((answer) => process.exit(answer.status === 200 ? 7 : 1))`
  const ran = await remite(['sandbox', 'run', '--', process.execPath, '-e', program])
  expect([ran.code, ran.stderr]).toEqual([7, ''])
  expect((await remite(['sandbox', 'status'])).code).toBe(3)
  expect(readdirSync(folder)).toEqual([])
  const missing = await remite(['sandbox', 'run', '--', 'no-such-program'])
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no-such-program')])
})

test('a reader that has seen enough ends the program quietly', async () => {
  const { folder, json, start } = place()
  const { url } = await start()
  const { id } = await json('lists', 'create', '--name', 'Long')
  const token = (await remiteIn(folder)(['auth', 'token'])).stdout.trim()
  const contacts = Array.from({ length: 5000 }, (_, n) => ({
    email: `a.rather.long.address.${n}@correo.example`,
    nombre: 'Begonia '.repeat(10),
  }))
  const added = await fetch(`${url}/lists/${id}/contacts`, {
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
  await json('sandbox', 'stop')
}, 60_000)

test('a service for real use does not start without a relay', async () => {
  const { remite } = place()
  const ran = await remite(['serve'])
  expect([ran.code, ran.stdout]).toEqual([2, ''])
  expect(ran.stderr).toMatch(/^error: /)
  expect(ran.stderr).toContain('--smtp')
})
