import { expect } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { createFirstAccount } from '../../src/service/users/first-account.ts'
import { onPostgres } from '../support/database/on-postgres.ts'
import { createPostgres } from '../support/database/postgres.ts'
import { cachedSigningKey } from '../support/mail/signing-keys.ts'

const server = process.env.REMITE_TEST_DATABASE_URL ?? ''
const vault = createVault('a master key for tests')
const admin = { username: 'ana', language: 'en', timezone: 'UTC', plan: 'paid' } as const

/** What a service does with its database before it listens. */
async function open(url: string) {
  const { db, close } = await openDatabase(url)
  const secrets = await loadSecrets(db, vault, 0, cachedSigningKey)
  const account = await createFirstAccount(db, admin, 0)
  return { jwt: secrets.jwt[0].secret.toString('hex'), account, close }
}

onPostgres(
  'services that start at once on an empty database all come up, with the same keys',
  async () => {
    for (let round = 0; round < 3; round++) {
      const { url, drop } = await createPostgres(server)
      const opened = await Promise.all([open(url), open(url)])
      expect(new Set(opened.map(({ jwt }) => jwt)).size).toBe(1)
      expect(opened.filter(({ account }) => account)).toHaveLength(1)
      for (const { close } of opened) await close()
      await drop()
    }
  },
)
