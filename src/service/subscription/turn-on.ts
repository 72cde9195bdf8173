import type { Language } from '../../core/language.ts'
import { requestOptIns } from '../contacts/consent/opt-in-mail.ts'
import { type Consent, writeConsent } from '../contacts/history-store.ts'
import { ownOutcome } from '../contacts/status.ts'
import { type Contact, findContactByKey } from '../contacts/store.ts'
import { findSuppressionState } from '../contacts/suppression/suppressed.ts'
import { readRows } from '../contacts/writing/read-rows.ts'
import type { Executor } from '../database/dialect.ts'
import { recordContactEvent } from '../figures/history-store.ts'
import type { List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { addFromForm } from './public-subscribe.ts'

interface TurnOn {
  list: List
  /** The person, as a contact of any list of the account. */
  person: Pick<Contact, 'email' | 'email_key' | 'nombre'>
  language: Language
  consent: Consent
}

/**
 * Subscribes a person to a list, from the person's own page. A person who never said no joins a list
 * without double opt-in at once; any other is asked by mail. Throws `rate_limited` if the mailbox got
 * enough of these mails. Wake the workers after the commit.
 */
export async function turnOn(
  tx: Executor,
  service: Service,
  { list, person, language, consent }: TurnOn,
): Promise<'joined' | 'asked'> {
  const { email, email_key: key } = person
  const listRef = { accountId: list.account_id, listId: list.id }
  const existing = await findContactByKey(tx, list, key)
  const suppressed = await findSuppressionState(tx, listRef, key, service.secrets.hash)
  const doubleOptin = list.double_optin === 1
  const effect = ownOutcome({ status: existing?.status, suppressed }, { doubleOptin })
  if (effect === 'nothing') return 'joined'
  const id = existing?.id ?? (await add(tx, service, list, person, effect))
  // A request at the same time has added the contact, and does the rest.
  if (id === undefined) return 'joined'
  if (effect === 'join') {
    await recordContactEvent(tx, {
      accountId: list.account_id,
      contactId: id,
      type: 'optin',
      detail: writeConsent(consent),
      now: service.clock.now(),
    })
    return 'joined'
  }
  const request = { list, cause: 'person', language, refusesFullMailbox: true } as const
  await requestOptIns(tx, service, request, [{ id, email: existing?.email ?? email, key }])
  return 'asked'
}

async function add(
  tx: Executor,
  service: Service,
  list: List,
  { email, nombre }: TurnOn['person'],
  effect: 'join' | 'ask',
): Promise<number | undefined> {
  const { rows } = await readRows([{ email, nombre }], { fields: [], strict: false })
  return rows[0] && addFromForm(tx, service, list, rows[0], effect)
}
