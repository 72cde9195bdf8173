import { Failure } from '../../core/failure.ts'
import { randomToken } from '../../core/ids.ts'
import type { Language } from '../../core/language.ts'
import { hashPassword } from '../auth/password.ts'
import type { Executor } from '../database/dialect.ts'
import { countAccounts, insertAccount, placeholderDomain } from './store.ts'

interface FirstAccount {
  username: string
  /** Default: an address of this machine, which no mail reaches. */
  email?: string
  language: Language
  timezone: string
  plan: 'sandbox' | 'paid'
  /** Stores the password. If it throws, there is no account: nobody could log in. */
  keep?: ((account: { username: string; pass: string }) => void) | undefined
}

const passwordBytes = 18

/**
 * Creates the first Admin of an empty database. The password is returned once; only its hash is
 * stored.
 */
export async function createFirstAccount(
  db: Executor,
  { username, email = `${username}${placeholderDomain}`, keep, ...account }: FirstAccount,
  now: number,
): Promise<{ username: string; pass: string } | undefined> {
  if ((await countAccounts(db)) > 0) return undefined
  const pass = randomToken(passwordBytes)
  const passHash = await hashPassword(pass)
  try {
    await db.transaction().execute(async (tx) => {
      await insertAccount(tx, {
        parentId: null,
        username,
        email,
        nombre: username,
        role: 'Admin',
        passHash,
        ...account,
        now,
      })
      keep?.({ username, pass })
    })
  } catch (error) {
    // A service that started at the same moment has created it, and shows its password.
    if (error instanceof Failure && error.code === 'already_exists') return undefined
    throw error
  }
  return { username, pass }
}
