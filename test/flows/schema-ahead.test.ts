import { sql } from 'kysely'
import { afterEach, expect } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { newFolder } from '../support/folder.ts'
import { freePort } from '../support/free-port.ts'
import { cachedSigningKey } from '../support/mail/signing-keys.ts'
import { remite } from '../support/remite.ts'
import { waitFor } from '../support/wait.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const masterKey = 'a master key for tests'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

onPostgres(
  'a service goes on while a newer schema still fits, and stops when it does not',
  async () => {
    const { url, drop } = await createPostgres(server)
    ends.push(drop)
    const { db, close } = await openDatabase(url)
    ends.push(close)
    // To make keys takes seconds of a busy processor.
    await loadSecrets(db, createVault(masterKey), 0, cachedSigningKey)
    const port = await freePort()
    const stopping = new AbortController()
    const env = { REMITE_DATABASE_URL: url, REMITE_MASTER_KEY: masterKey }
    let notes = ''
    const cli = remite(undefined).with({
      env,
      stopped: stopping.signal,
      onNote(text) {
        notes += text
      },
    })
    const address = ['--smtp', 'smtp://127.0.0.1:9', '--port', String(port)]
    const serving = cli('serve', ...address, '--folder', newFolder())
    ends.push(async () => {
      stopping.abort('SIGTERM')
      await serving
    })
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        ({ status }) => status,
        () => 0,
      )
    // Until it says so, a start still reads the accounts.
    await waitFor(() => notes.includes('Listening'))
    expect(await ask('/health')).toBe(200)
    const login = () =>
      fetch(`http://127.0.0.1:${port}/v3/api/auth/getToken`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'admin', pass: 'wrong' }),
      }).then(({ status }) => status)
    // A missing table alone does not tell of a newer program.
    await sql`alter table accounts rename to customers`.execute(db)
    expect(await login()).toBe(500)
    await sql`alter table customers rename to accounts`.execute(db)
    // What an expand step does.
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
    await sql`alter table accounts add column later text`.execute(db)
    expect(await login()).toBe(401)
    expect(await ask('/health')).toBe(200)
    // What a contract step does.
    await sql`alter table accounts rename to customers`.execute(db)
    expect(await login()).toBe(500)
    const { code, stderr } = await serving
    expect([code, stderr]).toEqual([1, expect.stringContaining('9999-later')])
    expect(await ask('/health')).toBe(0)
  },
)
