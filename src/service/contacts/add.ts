import { isDeepStrictEqual } from 'node:util'
import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import type { Handler } from '../handler.ts'
import { selectFields } from '../lists/fields/store.ts'
import { findList, type List } from '../lists/store.ts'
import type { Service } from '../service.ts'
import { queueOptInMails } from './opt-in-mail.ts'
import { type ReadRows, type RefusedRow, readRows } from './rows.ts'
import { statusOfNew } from './status.ts'
import { type Written, writeContacts } from './write.ts'

/** One contact, or thousands at once: each row that is wrong is named, the others are written. */
export const add =
  (service: Service): Handler<typeof contract.contacts.add> =>
  async ({ id, contacts, mode, tags, single }, { account, language, transact }) => {
    const checked = contacts.flatMap((contact, index) =>
      'row' in contact ? [[index, contact.row] as const] : [],
    )
    const place = { accountId: account.id, listId: id }
    await findList(service.db, place)
    // Thousands of rows are read while others write, not when it is our turn.
    const expected = await selectFields(service.db, id)
    const ready = readRows(checked, { fields: expected, tags })
    const write = async (tx: Executor) => {
      const list = await findList(tx, place)
      const fields = await selectFields(tx, id)
      const isAsExpected = isDeepStrictEqual(fields, expected)
      const read = isAsExpected ? ready : readRows(checked, { fields, tags })
      const { secrets, clock } = service
      const written = await writeContacts(
        tx,
        { list, fields, mode, source: 'api', hashes: secrets.hash, now: clock.now() },
        read.rows,
      )
      await askNewcomers(tx, service, { list, language: account.language }, written)
      if (single) return answerOne(list, read, written)
      const wrong = contacts.flatMap((contact, index) => {
        if (!('problems' in contact)) return []
        const [problem] = contact.problems
        return problem ? [{ index, email: emailIn(contact.given), problem }] : []
      })
      return {
        created: written.created.length,
        updated: written.updated.length,
        skipped: written.skipped + read.repeated,
        errors: [...wrong, ...read.refused, ...written.refused]
          .sort((one, other) => one.index - other.index)
          .map((refused) => showError(refused, language)),
      }
    }
    const answer = await transact(write)
    // Behind thousands, who are mailed for hours, nobody waits for the next tick.
    if (single) service.wake()
    return answer
  }

async function askNewcomers(
  tx: Executor,
  service: Service,
  to: { list: List; language: Language },
  { created }: Written,
): Promise<void> {
  if (to.list.double_optin === 0) return
  const people = created.map(({ id, row: { email, key } }) => ({ id, email, key }))
  await queueOptInMails(tx, service, to, people)
}

function answerOne(list: List, read: ReadRows, { created, updated, refused }: Written) {
  const [problem] = [...read.refused, ...refused].map((row) => row.problem)
  if (problem) throw new Failure('invalid', { problems: [problem] })
  const [known] = updated
  if (known) return { ok: true, id: known.id, status: known.status, created: false }
  const [added] = created
  if (!added) throw new Failure('internal')
  const status = statusOfNew({ doubleOptin: list.double_optin === 1 })
  return { ok: true, id: added.id, status, created: true }
}

const showError = ({ index, email, problem }: RefusedRow, language: Language) => ({
  index,
  email,
  code: problem.code,
  field: problem.field,
  message: fill(messages[language].problems[problem.code], problem.values),
})

/** Of a row that is not what it should be, so that its owner finds it again. */
const emailIn = (given: unknown): string => {
  const email = typeof given === 'object' && given !== null && 'email' in given ? given.email : ''
  return typeof email === 'string' ? email : ''
}
