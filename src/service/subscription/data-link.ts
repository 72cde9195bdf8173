import { hourMs } from '../../core/time.ts'
import { signToken, type TokenKeys, verifyToken } from '../../core/tokens/signed-token.ts'
import { fingerprintOf } from '../contacts/consent/opt-in-token.ts'
import { type Contact, findContactAnywhere } from '../contacts/store.ts'
import type { Executor } from '../database/dialect.ts'
import type { Service } from '../service.ts'

/** What a person can do with the data of all lists. */
export type DataAction = 'export' | 'erase'

/** A token for one action never verifies for the other. */
const purposes = { export: 'data_export', erase: 'data_erasure' } as const

export const dataPaths: Readonly<Record<DataAction, string>> = {
  export: '/personal-data/:token',
  erase: '/erasure/:token',
}

const lifetimeMs = 24 * hourMs

type Subject = Pick<Contact, 'id' | 'account_id' | 'email_key'>

/**
 * Returns the path of the page for an action. Only a mail to the person contains it: the links of a
 * newsletter are forwarded with it.
 */
export function dataLink(
  action: DataAction,
  { id, account_id, email_key }: Subject,
  { keys, now }: { keys: TokenKeys; now: number },
): string {
  const fields = [account_id, id, now + lifetimeMs, fingerprintOf(email_key)]
  return dataPaths[action].replace(':token', signToken(purposes[action], fields, keys))
}

/**
 * Finds the contact of a link. Undefined if the token is forged, expired or for another action, and
 * once the contact is deleted, moved to another account or has another address.
 */
export async function findDataSubject(
  db: Executor,
  { secrets, clock }: Pick<Service, 'secrets' | 'clock'>,
  action: DataAction,
  token: string,
): Promise<Contact | undefined> {
  const [accountId, contactId, expiresAt, fingerprint] =
    verifyToken(purposes[action], token, secrets.mac) ?? []
  if (contactId === undefined || expiresAt === undefined || expiresAt <= clock.now())
    return undefined
  const contact = await findContactAnywhere(db, contactId)
  if (contact?.account_id !== accountId) return undefined
  return contact && fingerprintOf(contact.email_key) === fingerprint ? contact : undefined
}
