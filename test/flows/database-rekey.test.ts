import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from '../../src/service/database/connect.ts'
import { openSecrets } from '../../src/service/secrets.ts'
import { signingSecrets } from '../../src/service/webhooks/secret.ts'
import { newFolder } from '../support/folder.ts'
import { createPostgres } from '../support/postgres.ts'
import { remite } from '../support/remite.ts'
import { startService } from '../support/service.ts'

const old = 'a master key for tests'
const next = 'another master key, which is long enough'

const server = process.env.REMITE_TEST_DATABASE_URL

/** An SQLite file with the old key beside it, or a database whose key the environment names. */
async function install() {
  const folder = newFolder()
  const postgres = server ? await createPostgres(server) : undefined
  const source = postgres?.url ?? join(folder, 'remite.db')
  const keyFile = join(folder, 'master.key')
  writeFileSync(keyFile, old, { mode: 0o600 })
  const service = await startService({ file: source })
  const hook = { url: 'https://example.org/', events: ['contact.open'] }
  const { body } = await service.api('POST', `/users/${service.accountId}/webhooks`, hook)
  const { jwt, mac } = service.service.secrets
  await service.close()
  const env = { ...(postgres && { REMITE_DATABASE_URL: source, REMITE_MASTER_KEY: old }) }
  const rekey = (key: string, more: Record<string, string> = {}) =>
    remite().with({ stdin: `${key}\n`, env: { ...env, ...more } })(
      ...['database', 'rekey', '--new-key-stdin', '-o', 'json'],
      ...(postgres ? [] : ['--from', source]),
    )
  return { source, keyFile, secret: body.secret, keys: { jwt, mac }, rekey, postgres }
}

test('another master key opens the same secrets, and the old one nothing', async () => {
  const { source, keyFile, secret, keys, rekey, postgres } = await install()
  const { code, stderr, json } = await rekey(next)
  expect(code, stderr).toBe(0)
  expect(json()).toEqual({ keys: 6, webhooks: 1 })
  if (postgres) expect(stderr).toContain('REMITE_MASTER_KEY')
  else {
    expect(readFileSync(keyFile, 'utf8')).toBe(next)
    expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  }
  const { db, close } = await openDatabase(source)
  const opened = await openSecrets(db, next, Date.now())
  expect({ jwt: opened.jwt, mac: opened.mac }).toEqual(keys)
  const { secrets } = await db.selectFrom('webhooks').select('secrets').executeTakeFirstOrThrow()
  expect(signingSecrets(opened.vault, secrets, Date.now())).toEqual([secret])
  await expect(openSecrets(db, old, Date.now())).rejects.toMatchObject({ code: 'wrong_master_key' })
  await close()
  await postgres?.drop()
})

test('a wrong key and one that is too short change nothing', async () => {
  const { source, rekey, postgres } = await install()
  expect((await rekey('short')).code).toBe(2)
  const wrong = await rekey(next, { REMITE_MASTER_KEY: 'not the key' })
  expect(JSON.parse(wrong.stderr).error.code).toBe('wrong_master_key')
  const { db, close } = await openDatabase(source)
  await openSecrets(db, old, Date.now())
  await close()
  await postgres?.drop()
})
