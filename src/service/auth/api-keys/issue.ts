import { createApiKey, shownPartOf } from '../../../core/credentials/api-key.ts'
import { Failure, refuse } from '../../../core/failure.ts'
import type { Executor } from '../../database/dialect.ts'
import { refuseTaken } from '../../database/refuse-taken.ts'
import { hashOfKey } from './hash.ts'
import { type ApiKey, countKeys, insertKey } from './store.ts'
import { showKey } from './view.ts'

/** Many more than programs that use an account. */
const maxKeys = 100

type NewKey = Pick<ApiKey, 'account_id' | 'name' | 'scopes' | 'created_at' | 'expires_at'>

/** Stores a new key and returns it with its secret, which is never shown again. */
export async function issueKey(tx: Executor, key: NewKey) {
  if ((await countKeys(tx, key.account_id)) >= maxKeys) throw new Failure('quota_exceeded')
  const secret = createApiKey()
  const row = {
    ...key,
    prefix: shownPartOf(secret),
    hash: hashOfKey(secret),
    last_used_at: null,
    revoked_at: null,
    replaced_by: null,
  }
  const id = await refuseTaken(tx, key.name, () => insertKey(tx, row))
  return { ...showKey({ id, ...row }), key: secret }
}

/** Reads the end of a key; null for none. */
export function endOf(text: string | null | undefined, now: number): number | null {
  if (text === null || text === undefined) return null
  const end = Date.parse(text)
  if (end <= now) refuse([{ field: 'expires_at', code: 'past_time' }])
  return end
}
