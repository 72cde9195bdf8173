import { isSecret } from '../../../core/credentials/secret-text.ts'
import { Failure } from '../../../core/failure.ts'
import { minuteMs } from '../../../core/time.ts'
import { type Executor, isStorageFull } from '../../database/dialect.ts'
import type { ServiceSettings } from '../../service.ts'
import type { Credential } from '../credential.ts'
import { findAccessToken } from '../store.ts'
import { isResource } from './addresses.ts'
import { hashOfToken } from './hash.ts'
import { nameOfApp } from './name-of-app.ts'
import { saveGrantUse } from './store.ts'

/** How exactly the last use is known. A write per request would slow down reads. */
const usedEveryMs = minuteMs

/** Finds the account of an access token that is for this service, has not ended and is not revoked. */
export async function findAppCredential(
  db: Executor,
  settings: Pick<ServiceSettings, 'publicUrl'>,
  token: string,
  now: number,
): Promise<Credential> {
  if (!isSecret('accessToken', token)) throw new Failure('unauthorized')
  const found = await findAccessToken(db, hashOfToken(token))
  if (!found || !isResource(settings, found.resource)) throw new Failure('unauthorized')
  if (found.revoked_at !== null) throw new Failure('token_revoked')
  if (found.expires_at <= now) throw new Failure('token_expired')
  const { grant_id: id, client_name: name, host } = found
  const before = now - usedEveryMs
  const isFresh = found.last_used_at !== null && found.last_used_at > before
  return {
    account: found,
    jti: '',
    actor: null,
    key: null,
    app: { id, name: nameOfApp({ name, host }) },
    scopes: new Set(found.scopes.split(' ')),
    ...(!isFresh && {
      saveUse: () =>
        saveGrantUse(db, { id, now, before }).catch((error: unknown) => {
          // Reads go on when the disk is full.
          if (!isStorageFull(error)) throw error
        }),
    }),
  }
}
