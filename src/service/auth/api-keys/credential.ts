import { isApiKey } from '../../../core/credentials/api-key.ts'
import { Failure } from '../../../core/failure.ts'
import { minuteMs } from '../../../core/time.ts'
import { type Executor, isStorageFull } from '../../database/dialect.ts'
import type { Credential } from '../credential.ts'
import { findKeyByHash } from '../store.ts'
import { hashOfKey } from './hash.ts'
import { saveKeyUse } from './store.ts'

/** How exactly the last use is known. A write per request would slow down reads. */
const usedEveryMs = minuteMs

/** Finds the account of an API key that is neither revoked nor expired. */
export async function findKeyCredential(
  db: Executor,
  token: string,
  now: number,
): Promise<Credential> {
  if (!isApiKey(token)) throw new Failure('key_unknown')
  const found = await findKeyByHash(db, hashOfKey(token))
  if (!found) throw new Failure('key_unknown')
  if (found.revoked_at !== null) throw new Failure('key_revoked')
  const { key_id: id, key_name: name, prefix, scopes, expires_at: expiresAt } = found
  if (expiresAt !== null && expiresAt <= now) throw new Failure('key_expired')
  const before = now - usedEveryMs
  const isFresh = found.last_used_at !== null && found.last_used_at > before
  return {
    account: found,
    jti: '',
    actor: null,
    key: { id, name, prefix, expiresAt },
    app: null,
    scopes: new Set(scopes.split(' ')),
    ...(!isFresh && {
      saveUse: () =>
        saveKeyUse(db, { id, now, before }).catch((error: unknown) => {
          // Reads go on when the disk is full.
          if (!isStorageFull(error)) throw error
        }),
    }),
  }
}
