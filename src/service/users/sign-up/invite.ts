import type { contract } from '../../../contract/index.ts'
import { createSecret } from '../../../core/credentials/secret-text.ts'
import { Failure } from '../../../core/failure.ts'
import { dayMs, toIsoTime } from '../../../core/time.ts'
import { hashOfKey } from '../../auth/api-keys/hash.ts'
import type { Handler } from '../../handler.ts'
import type { Service } from '../../service.ts'
import { countOpenInvites, insertInvite } from './invite-store.ts'

const maxOpen = 1000

/** Creates a code with which one person may sign up. It is shown once. */
export const invite =
  ({ clock, settings }: Service): Handler<typeof contract.invites.create> =>
  ({ days }, { account, transact }) =>
    transact(async (tx) => {
      if (settings.signUp === 'closed') throw new Failure('sign_up_closed')
      const now = clock.now()
      if ((await countOpenInvites(tx, account.id, now)) >= maxOpen) {
        throw new Failure('quota_exceeded')
      }
      const code = createSecret('invite')
      const expiresAt = now + days * dayMs
      const id = await insertInvite(tx, {
        account_id: account.id,
        hash: hashOfKey(code),
        created_at: now,
        expires_at: expiresAt,
      })
      return { id, code, created_at: toIsoTime(now), expires_at: toIsoTime(expiresAt) }
    })
