import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure, refuse } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { requestOptIns } from '../contacts/consent/opt-in-mail.ts'
import { writeConsent } from '../contacts/history-store.ts'
import { formOutcome } from '../contacts/status.ts'
import { findContactByKey } from '../contacts/store.ts'
import { findSuppressionState } from '../contacts/suppression/suppressed.ts'
import { requestWelcomes } from '../contacts/welcomes-store.ts'
import { type ContactRow, readRows } from '../contacts/writing/read-rows.ts'
import { writeContacts } from '../contacts/writing/write-contacts.ts'
import type { Executor } from '../database/dialect.ts'
import { recordContactEvent } from '../figures/history-store.ts'
import type { Handler } from '../handler.ts'
import { problemsOfForm } from '../lists/fields/field-values.ts'
import { selectFields } from '../lists/fields/store.ts'
import { allowedRedirect } from '../lists/form.ts'
import { findPublicList, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { countFromIp, formsPerIp } from './limits.ts'

type Form = Input<typeof contract.public.subscribe>

/** The answer is always the same, so that a form does not reveal who is on a list. */
const answer = { success: true }

export const publicSubscribe =
  (service: Service): Handler<typeof contract.public.subscribe> =>
  async (form, call) => {
    const list = await findPublicList(service.db, form.list_id)
    const redirect = list && allowedRedirect(list, form.redirect)
    const response = redirect === undefined ? answer : { ...answer, redirect }
    await submitForm(service, list, form, {
      ip: call.ip,
      language: call.acceptedLanguage,
      transact: (work) =>
        call.transact(async (tx) => {
          await work(tx)
          return response
        }),
    })
    return response
  }

interface SubmitContext {
  ip: string
  /** The language that the person reads, if known. */
  language: Language | undefined
  transact(work: (tx: Executor) => Promise<void>): Promise<unknown>
}

/**
 * Processes a submitted form, from the API or from a page. Throws `list_unknown` without a list:
 * otherwise its visitors believe that they subscribed.
 */
export async function submitForm(
  service: Service,
  list: List | undefined,
  form: Omit<Form, 'list_id'>,
  { ip, language, transact }: SubmitContext,
): Promise<void> {
  await countFromIp(service, 'subscribe', ip, formsPerIp)
  if (form.website) return
  if (!list) throw new Failure('list_unknown')
  const row = await readForm(service.db, list, form)
  try {
    await transact((tx) => join(tx, service, { list, row, ip, language }))
  } catch (error) {
    // Do not reveal to visitors that the owner's quota is exhausted.
    if (!(error instanceof Failure && error.code === 'quota_exceeded')) throw error
  }
  service.wake()
}

/** Validates the form before any lookup, so that an error does not reveal who is on the list. */
async function readForm(
  db: Executor,
  list: List,
  form: Omit<Form, 'list_id'>,
): Promise<ContactRow> {
  const fields = await selectFields(db, { accountId: list.account_id, listId: list.id })
  const open = fields.filter(({ internal }) => !internal)
  const { email, nombre, customFields = {} } = form
  refuse(problemsOfForm(open, customFields))
  const { rows, refused } = await readRows([{ email, nombre, customFields }], {
    fields: open,
    strict: false,
  })
  refuse(refused.map(({ problem }) => problem))
  const [row] = rows
  if (!row) throw new Failure('internal')
  return row
}

interface FormSubscription {
  list: List
  row: ContactRow
  ip: string
  language: Language | undefined
}

async function join(
  tx: Executor,
  service: Service,
  { list, row, ip, language }: FormSubscription,
): Promise<void> {
  const { secrets, clock } = service
  const listRef = { accountId: list.account_id, listId: list.id }
  const existing = await findContactByKey(tx, list, row.key)
  const suppressed = await findSuppressionState(tx, listRef, row.key, secrets.hash)
  const effect = formOutcome(
    { status: existing?.status, suppressed },
    { doubleOptin: list.double_optin === 1 },
  )
  if (effect === 'nothing') return
  const id = existing?.id ?? (await addFromForm(tx, service, list, row, effect))
  if (id === undefined) return
  if (effect === 'ask') {
    const recipient = { id, email: existing?.email ?? row.email, key: row.key }
    await requestOptIns(tx, service, { list, cause: 'person', language }, [recipient])
  }
  if (effect === 'join') {
    await recordContactEvent(tx, {
      accountId: list.account_id,
      contactId: id,
      type: 'optin',
      detail: writeConsent({ ip, userAgent: null }),
      now: clock.now(),
    })
  }
}

/** Returns undefined if a concurrent request added the contact. That one does the rest. */
export async function addFromForm(
  tx: Executor,
  { secrets, clock }: Service,
  list: List,
  row: ContactRow,
  effect: 'join' | 'ask',
): Promise<number | undefined> {
  const written = await writeContacts(
    tx,
    {
      list,
      fields: await selectFields(tx, { accountId: list.account_id, listId: list.id }),
      mode: 'skip',
      source: 'form',
      hashes: secrets.hash,
      now: clock.now(),
      status: effect === 'ask' ? 'unconfirmed' : 'active',
      ignoresSuppressions: true,
    },
    [row],
  )
  // The welcome mail of a person who is asked first follows the confirmation.
  const joined = effect === 'join' ? written.created.map(({ id }) => id) : []
  await requestWelcomes(tx, joined, clock.now())
  return written.created[0]?.id
}
