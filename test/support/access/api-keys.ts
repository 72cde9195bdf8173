import { createApiKey, shownPartOf } from '../../../src/core/credentials/api-key.ts'
import { hashOfKey } from '../../../src/service/auth/api-keys/hash.ts'
import { insertKey } from '../../../src/service/auth/api-keys/store.ts'
import type { TestService } from '../service.ts'

/** Inserts an API key with these scopes and returns it. The limit of keys does not apply. */
export async function addApiKey(
  { service: { db, clock } }: Pick<TestService, 'service'>,
  accountId: number,
  scopes: readonly string[],
): Promise<string> {
  const key = createApiKey()
  await insertKey(db, {
    ...{ account_id: accountId, name: key, prefix: shownPartOf(key), hash: hashOfKey(key) },
    ...{ scopes: scopes.join(' '), created_at: clock.now(), expires_at: null },
    ...{ last_used_at: null, revoked_at: null, replaced_by: null },
  })
  return key
}
