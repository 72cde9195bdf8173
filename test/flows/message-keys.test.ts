import { expect, test } from 'vitest'
import { hourMs } from '../../src/core/time.ts'
import { signTokens } from '../../src/core/tokens/signed-token.ts'
import { dialectOf } from '../../src/service/database/dialect.ts'
import { loadSecrets } from '../../src/service/keys/secrets.ts'
import { createVault } from '../../src/service/keys/vault.ts'
import { openContent, openToken, readOpenTokens } from '../../src/service/tracking/token.ts'
import { openTestDatabase } from '../support/database/test-database.ts'
import { cachedSigningKey } from '../support/mail/signing-keys.ts'

const vault = createVault('a test key for the vault')
const open = { campaign: 3, recipient: 70_000 }

test('after an upgrade, old tokens verify, and new ones wait until no older process is left', async () => {
  const { db, close } = await openTestDatabase(undefined)
  try {
    const load = (now: number) => loadSecrets(db, vault, now, cachedSigningKey)
    const first = await load(1000)
    const fromFirst = signTokens([openContent(open)], first.mac, 1000)[0]
    expect(fromFirst).not.toBe(openToken(open, first.mac))

    // As the release before has left it.
    await db.deleteFrom('keys').where('purpose', '=', 'message').execute()
    const { mac } = await load(5000)
    const oldToken = openToken(open, mac)
    expect(readOpenTokens([oldToken], mac)).toEqual([open])
    const waitMs = dialectOf(db).isOneProcess ? 0 : hourMs
    const signed = (now: number) => signTokens([openContent(open)], mac, now)[0] ?? ''
    if (waitMs > 0) expect(signed(5000 + waitMs - 1)).toBe(oldToken)
    expect(signed(5000 + waitMs)).not.toBe(oldToken)
    expect(readOpenTokens([signed(5000 + waitMs)], mac)).toEqual([open])
    expect((await load(9_999_999)).mac).toEqual(mac)
  } finally {
    await close()
  }
})
