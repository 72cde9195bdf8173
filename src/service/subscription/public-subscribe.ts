import type { Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure, refuse } from '../../core/failure.ts'
import { recordContactEvent, writeConsent } from '../contacts/history-store.ts'
import { queueOptInMails } from '../contacts/opt-in-mail.ts'
import { type ContactRow, readRows } from '../contacts/rows.ts'
import { effectOfForm } from '../contacts/status.ts'
import { findContactByKey } from '../contacts/store.ts'
import { suppressionOf } from '../contacts/suppressions-store.ts'
import { writeContacts } from '../contacts/write.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { pageAfter } from '../lists/form.ts'
import { ownerLanguage } from '../lists/owner-store.ts'
import { findPublicList, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { countFromIp, formsPerIp, mayMail } from './limits.ts'

type Form = Input<typeof contract.public.subscribe>

/** The same answer for everybody: nobody learns from a form who is on a list. */
const answer = { success: true }

export const publicSubscribe =
  (service: Service): Handler<typeof contract.public.subscribe> =>
  async (form, call) => {
    const list = await findPublicList(service.db, form.list_id)
    const redirect = list && pageAfter(list, form.redirect)
    const said = redirect === undefined ? answer : { ...answer, redirect }
    await takeForm(service, list, form, {
      ip: call.ip,
      transact: (work) =>
        call.transact(async (tx) => {
          await work(tx)
          return said
        }),
    })
    return said
  }

interface Door {
  ip: string
  transact(work: (tx: Executor) => Promise<void>): Promise<unknown>
}

/** What a form brings, from the API or from a page; a list that is not there gets none. */
export async function takeForm(
  service: Service,
  list: List | undefined,
  form: Omit<Form, 'list_id'>,
  { ip, transact }: Door,
): Promise<void> {
  await countFromIp(service, 'subscribe', ip, formsPerIp)
  if (form.website || !list) return
  const row = await readForm(service.db, list, form)
  const mail = await mayMail(service, list.id, row.key)
  try {
    await transact((tx) => join(tx, service, { list, row, mail, ip }))
  } catch (error) {
    // Whether the owner has room is not the visitor's to know.
    if (!(error instanceof Failure && error.code === 'quota_exceeded')) throw error
  }
  service.wake()
}

/** Checked before anything is looked up, so that a refusal says nothing about who is on the list. */
async function readForm(
  db: Executor,
  list: List,
  form: Omit<Form, 'list_id'>,
): Promise<ContactRow> {
  const fields = await selectFields(db, list.id)
  const open = fields.filter(({ internal }) => !internal)
  const { email, nombre, customFields } = form
  const { rows, refused } = readRows([[0, { email, nombre, customFields }]], {
    fields: open,
    strict: false,
  })
  refuse(refused.map(({ problem }) => problem))
  const [row] = rows
  if (!row) throw new Failure('internal')
  refuse(row.missing ? [row.missing] : [])
  return row
}

interface Joining {
  list: List
  row: ContactRow
  /** Whether one more mail may go to the address today. */
  mail: boolean
  ip: string
}

async function join(
  tx: Executor,
  service: Service,
  { list, row, mail, ip }: Joining,
): Promise<void> {
  const { secrets, clock } = service
  const place = { accountId: list.account_id, listId: list.id }
  const known = await findContactByKey(tx, list, row.key)
  const suppressed = await suppressionOf(tx, place, row.key, secrets.hash)
  const effect = effectOfForm(
    { status: known?.status, suppressed },
    { doubleOptin: list.double_optin === 1 },
  )
  if (effect === 'nothing') return
  const id = known?.id ?? (await addFromForm(tx, service, list, row, effect))
  if (id === undefined) return
  if (effect === 'ask' && mail) {
    const language = await ownerLanguage(tx, list)
    const person = { id, email: known?.email ?? row.email, key: row.key }
    await queueOptInMails(tx, service, { list, language }, [person])
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

/** Undefined when another request was faster: that one does the rest. */
async function addFromForm(
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
      fields: await selectFields(tx, list.id),
      mode: 'skip',
      source: 'form',
      hashes: secrets.hash,
      now: clock.now(),
      status: effect === 'ask' ? 'unconfirmed' : 'active',
      mayReturn: true,
    },
    [row],
  )
  return written.created[0]?.id
}
