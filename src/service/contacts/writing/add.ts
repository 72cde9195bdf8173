import { isDeepStrictEqual } from 'node:util'
import type { CheckedRow } from '../../../contract/endpoint.ts'
import type { contract } from '../../../contract/index.ts'
import { Failure } from '../../../core/failure.ts'
import { withHeapForRows } from '../../../core/heap.ts'
import type { Language } from '../../../core/language.ts'
import { messages } from '../../../messages/all.ts'
import { fill } from '../../../messages/fill.ts'
import { allInOrder } from '../../database/batches/all-in-order.ts'
import type { Executor } from '../../database/dialect.ts'
import { OvertakenError } from '../../database/transaction.ts'
import type { Closing, Handler } from '../../handler.ts'
import type { Field } from '../../lists/fields/field-values.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { findList, type List, type ListRef } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requestOptIns } from '../consent/opt-in-mail.ts'
import { requestWelcomes } from '../welcomes-store.ts'
import { type ReadRows, type RefusedRow, readRows } from './read-rows.ts'
import { toConfirm, type WriteResult, writeContacts } from './write-contacts.ts'

/** Adds one contact or thousands. Reports each invalid row and writes the others. */
export const add =
  (service: Service): Handler<typeof contract.contacts.add> =>
  async ({ id, contacts, mode, tags, single }, { account, language, transact }) => {
    const { db, secrets, clock } = service
    const listRef = { accountId: account.id, listId: id }
    // Parse thousands of rows before the transaction, while other writers may still hold the lock.
    let target = await readTarget(db, listRef)
    const readAll = () => readRows(contacts.map(rowOf), { fields: target.fields, tags })
    let read = await readAll()
    let isOutdated = false
    const write = async (tx: Executor, closing: Closing) => {
      if (isOutdated) {
        target = await readTarget(tx, listRef)
        read = await readAll()
      }
      const requireSame = async (each: Executor) => {
        isOutdated = !isDeepStrictEqual(await readTarget(each, listRef), target)
        if (isOutdated) throw new OvertakenError()
      }
      const { list, fields } = target
      const known: { answer?: ReturnType<typeof answerMany> } = {}
      const last = (written: WriteResult) => {
        known.answer = answerMany(contacts, read, written, language)
        return closing(known.answer)
      }
      // The answer about a list with opt-in mails says how many of them wait.
      const isKnownBefore = !single && list.double_optin === 0
      const written = await writeContacts(
        tx,
        { list, fields, mode, source: 'api', hashes: secrets.hash, now: clock.now() },
        read.rows,
        { first: requireSame, ...(isKnownBefore && { last }) },
      )
      if (known.answer) return known.answer
      const waiting = await askToConfirm(tx, service, list, written)
      const optIn = waiting > 0 ? { optin_waiting: waiting } : {}
      if (!single) return { ...answerMany(contacts, read, written, language), ...optIn }
      // A batch is how programs import people, so it sends no welcome mail.
      const welcomed = written.created.map((created) => created.id)
      await requestWelcomes(tx, welcomed, clock.now())
      return { ...answerOne(read, written), ...optIn }
    }
    const answer = await (single ? transact(write) : withHeapForRows(() => transact(write)))
    // Mails to thousands take hours anyway, so only a single contact wakes the workers.
    if (single) service.wake()
    return answer
  }

/** The valid row of a checked one. */
const rowOf = <Row>(checked: CheckedRow<Row>): Row | undefined =>
  'row' in checked ? checked.row : undefined

/** What rows are checked against. */
const readTarget = async (
  db: Executor,
  listRef: ListRef,
): Promise<{ list: List; fields: readonly Field[] }> => {
  const [list, fields] = await allInOrder(db, [
    (each) => findList(each, listRef),
    (each) => selectFields(each, listRef),
  ])
  return { list, fields }
}

/** Returns how many opt-in mails wait. */
async function askToConfirm(
  tx: Executor,
  service: Service,
  list: List,
  { created }: WriteResult,
): Promise<number> {
  if (list.double_optin === 0) return 0
  return requestOptIns(tx, service, { list, cause: 'owner' }, toConfirm(created))
}

type Sent = readonly CheckedRow<unknown>[]

function answerMany(contacts: Sent, read: ReadRows, written: WriteResult, language: Language) {
  const invalid: RefusedRow[] = []
  contacts.forEach((contact, index) => {
    if (!('problems' in contact)) return
    const [problem] = contact.problems
    if (problem) invalid.push({ index, email: emailIn(contact.given), problem })
  })
  return {
    created: written.created.length,
    updated: written.updated.length,
    skipped: written.skipped + read.repeated,
    errors: [...invalid, ...read.refused, ...written.refused]
      .sort((a, b) => a.index - b.index)
      .map((refused) => viewRefusedRow(refused, language)),
  }
}

function answerOne(read: ReadRows, { created, updated, refused }: WriteResult) {
  const [problem] = [...read.refused, ...refused].map((row) => row.problem)
  if (problem) throw new Failure('invalid', { problems: [problem] })
  const [existing] = updated
  if (existing) return { ok: true, id: existing.id, status: existing.status, created: false }
  const [added] = created
  if (!added) throw new Failure('internal')
  return { ok: true, id: added.id, status: added.status, created: true }
}

const viewRefusedRow = ({ index, email, problem }: RefusedRow, language: Language) => ({
  index,
  email,
  code: problem.code,
  field: problem.field,
  message: fill(messages[language].problems[problem.code], problem.values),
})

/** Returns the e-mail of an invalid row, so that its sender can find the row. */
const emailIn = (row: unknown): string => {
  const email = typeof row === 'object' && row !== null && 'email' in row ? row.email : ''
  return typeof email === 'string' ? email : ''
}
