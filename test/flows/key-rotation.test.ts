import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { openSecrets } from '../../src/service/secrets.ts'
import { newFolder } from '../support/folder.ts'
import { remite } from '../support/remite.ts'
import { freePort } from '../support/service.ts'

const slowMs = 60_000
const masterKey = 'a master key for tests'

/** Starts the service as its operator does, and stops it once it listens. */
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
  const { jwt, mac, dkim } = await openSecrets(db, masterKey, Date.now())
  await close()
  return {
    jwt: jwt.map(({ secret }) => secret.toString('hex')),
    mac: mac.map(({ secret }) => secret.toString('hex')),
    dkim: dkim.map(({ publicKey }) => publicKey),
  }
}

test(
  'an operator renews the keys of mail under another selector, and of sessions, and no others',
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

test('new keys of mail without a selector of their own are refused', async () => {
  const { code, stderr } = await serveOnce(newFolder(), '--new-dkim-keys')
  expect(code).toBe(2)
  expect(stderr).toContain('--dkim-selector')
})
