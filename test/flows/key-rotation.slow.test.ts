import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { remite } from '../support/remite.ts'

const slowMs = 60_000
const masterKey = 'a master key for tests'

/** Starts the service as an operator does and stops it when it listens. */
async function serveOnce(folder: string, ...flags: string[]) {
  const port = await freePort()
  const stopping = new AbortController()
  const run = remite().with({ env: { REMITE_MASTER_KEY: masterKey }, stopped: stopping.signal })
  const ended = run(
    ...['serve', '--folder', folder, '--smtp', 'smtp://127.0.0.1:9', '--port', String(port)],
    ...flags,
  )
  const isUp = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined)
    return answer?.ok === true
  }
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver && !(await isUp())) await new Promise((resolve) => setTimeout(resolve, 50))
  stopping.abort('SIGTERM')
  return ended
}

async function keysIn(folder: string) {
  const { db, close } = await openDatabase(join(folder, 'remite.db'))
  const current = await db
    .selectFrom('keys')
    .select('selector')
    .where('purpose', '=', 'dkim rsa')
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  const [{ selector } = expect.fail('no key')] = current
  const { jwt, mac, dkim } = await loadSecrets(db, createVault(masterKey), Date.now(), undefined, {
    selector,
  })
  await close()
  return {
    jwt: jwt.map(({ secret }) => secret.toString('hex')),
    mac: mac.map(({ secret }) => secret.toString('hex')),
    dkim: dkim.map(({ publicKey }) => publicKey),
    selectors: dkim.map((key) => key.selector),
  }
}

test(
  'an operator rotates mail keys under a new selector and session keys, and no others',
  async () => {
    const folder = newFolder()
    expect((await serveOnce(folder)).code).toBe(0)
    const before = await keysIn(folder)
    const flags = ['--new-dkim-keys', '--new-session-key', '--dkim-selector', 'second']
    const { code, stderr } = await serveOnce(folder, ...flags)
    expect(code, stderr).toBe(0)
    const after = await keysIn(folder)
    expect(after.dkim).toHaveLength(2)
    expect(after.dkim.filter((key) => before.dkim.includes(key))).toEqual([])
    expect(after.jwt.slice(1)).toEqual(before.jwt)
    expect(after.mac).toEqual(before.mac)
    expect((await serveOnce(folder, '--dkim-selector', 'second')).code).toBe(0)
    expect(await keysIn(folder)).toEqual(after)
  },
  slowMs,
)

test('new mail keys without a new selector are refused', async () => {
  const { code, stderr } = await serveOnce(newFolder(), '--new-dkim-keys')
  expect(code).toBe(2)
  expect(stderr).toContain('--dkim-selector')
})

test(
  'keys are generated under the next selector, sign when it is set, and old ones stay until retired',
  async () => {
    const folder = newFolder()
    const serveWith = async (...flags: string[]) => {
      const { code, stderr } = await serveOnce(folder, ...flags)
      expect(code, stderr).toBe(0)
      return keysIn(folder)
    }
    const before = await serveWith()
    const prepared = await serveWith('--next-dkim-selector', 'second')
    expect(prepared.selectors).toEqual(['remite', 'remite', 'second', 'second'])
    expect(prepared.dkim.slice(0, 2)).toEqual(before.dkim)
    expect(await serveWith('--next-dkim-selector', 'second')).toEqual(prepared)
    expect(await serveWith('--dkim-selector', 'second')).toEqual(prepared)
    const retiring = ['--dkim-selector', 'second', '--retire-dkim-selector', 'remite']
    const after = await serveWith(...retiring)
    expect(after).toMatchObject({ dkim: prepared.dkim.slice(2), selectors: ['second', 'second'] })
    expect(await serveWith(...retiring)).toEqual(after)

    const refused = async (...flags: string[]) => {
      const { code, stderr } = await serveOnce(folder, ...flags)
      expect(code, stderr).toBe(2)
      expect(await keysIn(folder)).toEqual(after)
      return stderr
    }
    const unknown = 'There are no DKIM keys for the selector remite. Known selectors: second.'
    expect(await refused()).toContain(unknown)
    const again = ['--dkim-selector', 'second', '--next-dkim-selector', 'remite']
    expect(await refused(...again)).toContain('had other DKIM keys before')
    expect(await refused('--new-dkim-keys', '--dkim-selector', 'second')).toContain(
      'had other DKIM keys before',
    )
    const mistyped = ['--dkim-selector', 'second', '--retire-dkim-selector', 'frist']
    expect(await refused(...mistyped)).toContain('the selector frist')
  },
  2 * slowMs,
)

test('active signing keys cannot be retired, and none without naming the active ones', async () => {
  const run = (...flags: string[]) => serveOnce(newFolder(), ...flags)
  const both = ['--dkim-selector', 'second', '--retire-dkim-selector', 'second']
  expect(await run(...both)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--retire-dkim-selector'),
  })
  expect(await run('--retire-dkim-selector', 'second')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--dkim-selector'),
  })
})
