import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { isAlive } from '../../src/config/host.ts'
import { sandboxFolder } from '../support/processes/sandbox-folder.ts'
import { waitFor } from '../support/wait.ts'

/** One sandbox: the groups of tests start and stop it in turn. */
const { remite, json, start, lists } = sandboxFolder()

describe('a sandbox that was killed', () => {
  beforeAll(async () => {
    const { pid } = await start()
    await json('lists', 'create', '--name', 'Acknowledged')
    process.kill(pid, 'SIGKILL')
    await waitFor(() => !isAlive(pid))
  })

  test('is not found', async () => {
    expect((await remite(['sandbox', 'status'])).code).toBe(3)
  })

  test('does not hinder the next, which has what was acknowledged', async () => {
    await start()
    expect(await lists()).toContain('Acknowledged')
  })
})

describe('a sandbox that is reset', () => {
  let pid: number
  beforeAll(async () => {
    pid = (await start()).pid
    await json('lists', 'create', '--name', 'Gone', '--profile', 'sandbox')
  })

  test('is not, unless that was confirmed', async () => {
    expect((await remite(['sandbox', 'reset'])).code).toBe(7)
    expect(isAlive(pid)).toBe(true)
    expect(await lists()).toContain('Gone')
  })

  test('is another process, and empty', async () => {
    await json('sandbox', 'reset', '--yes')
    await start()
    expect(isAlive(pid)).toBe(false)
    expect((await json('lists', 'list', '--profile', 'sandbox')).data).toEqual([])
    await json('sandbox', 'stop')
  })
})

test('a sandbox becomes the current profile only when there is no other', async () => {
  const other = sandboxFolder()
  const login = ['auth', 'login', '--profile', 'work', '--with-token']
  const real = [...login, '--api-url', 'https://mail.example/v3/api']
  expect((await other.remite(real, { stdin: 'a-token' })).code).toBe(0)
  expect(await other.start()).toMatchObject({ profile: 'sandbox', current: false })
  expect(await other.json('auth', 'status')).toMatchObject({
    profile: 'work',
    api_url: 'https://mail.example/v3/api',
  })
  expect(await other.json('auth', 'status', '--profile', 'sandbox')).toMatchObject({
    username: 'sandbox',
  })
  await other.json('sandbox', 'stop')
})

describe('a program that is run in a sandbox', () => {
  const alone = sandboxFolder()

  test('finds an account, ends with its own exit code, and leaves nothing', async () => {
    const url =
      'fetch(process.env.REMITE_API_URL + "/lists", { headers: { authorization: "Bearer " + process.env.REMITE_TOKEN } })'
    const program = `${url}.then((answer) => process.exit(answer.status === 200 ? 7 : 1))`
    const ran = await alone.remite(['sandbox', 'run', '--', process.execPath, '-e', program])
    expect([ran.code, ran.stderr]).toEqual([7, ''])
    expect((await alone.remite(['sandbox', 'status'])).code).toBe(3)
    expect(readdirSync(alone.folder)).toEqual([])
  })

  test('has to be there', async () => {
    const missing = await alone.remite(['sandbox', 'run', '--', 'no-such-program'])
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('no-such-program')])
  })
})
