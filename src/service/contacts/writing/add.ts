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
import type { Handler } from '../../handler.ts'
import { selectFields } from '../../lists/fields/store.ts'
import { findList, type List } from '../../lists/store.ts'
import type { Service } from '../../service.ts'
import { requestOptIns } from '../consent/opt-in-mail.ts'
import { requestWelcomes } from '../welcomes-store.ts'
import { type ReadRows, type RefusedRow, readRows } from './read-rows.ts'
import { toConfirm, type WriteResult, writeContacts } from './write-contacts.ts'

/** Adds one contact or thousands. Reports each invalid row and writes the others. */
export const add =
  (service: Service): Handler<typeof contract.contacts.add> =>
  async ({ id, contacts, mode, tags, single }, { account, language, transact }) => {
    const listRef = { accountId: account.id, listId: id }
    await findList(service.db, listRef)
    // Parse thousands of rows before the transaction, while other writers may still hold the lock.
    const expected = await selectFields(service.db, listRef)
    const ready = await readRows(validRowsOf(contacts), { fields: expected, tags })
    const write = async (tx: Executor) => {
      const [list, fields] = await allInOrder(tx, [
        (each) => findList(each, listRef),
        (each) => selectFields(each, listRef),
      ])
      const isAsExpected = isDeepStrictEqual(fields, expected)
      const read = isAsExpected ? ready : await readRows(validRowsOf(contacts), { fields, tags })
      const { secrets, clock } = service
      const written = await writeContacts(
        tx,
        { list, fields, mode, source: 'api', hashes: secrets.hash, now: clock.now() },
        read.rows,
      )
      const waiting = await askToConfirm(tx, service, list, written)
      // A batch is how programs import people, so it sends no welcome mail.
      const welcomed = single ? written.created.map(({ id }) => id) : []
      await requestWelcomes(tx, welcomed, clock.now())
      const optIn = waiting > 0 ? { optin_waiting: waiting } : {}
      if (single) return { ...answerOne(read, written), ...optIn }
      const invalid = contacts.flatMap((contact, index) => {
        if (!('problems' in contact)) return []
        const [problem] = contact.problems
        return problem ? [{ index, email: emailIn(contact.given), problem }] : []
      })
      return {
        created: written.created.length,
        updated: written.updated.length,
        skipped: written.skipped + read.repeated,
        ...optIn,
        errors: [...invalid, ...read.refused, ...written.refused]
          .sort((a, b) => a.index - b.index)
          .map((refused) => viewRefusedRow(refused, language)),
      }
    }
    const answer = await (single ? transact(write) : withHeapForRows(() => transact(write)))
    // Mails to thousands take hours anyway, so only a single contact wakes the workers.
    if (single) service.wake()
    return answer
  }

/** Yields the rows with their indexes. An array of them would live as long as the request. */
function* validRowsOf<Row>(
  contacts: readonly CheckedRow<Row>[],
): Generator<readonly [index: number, row: Row]> {
  for (const [index, contact] of contacts.entries()) {
    if ('row' in contact) yield [index, contact.row]
  }
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
