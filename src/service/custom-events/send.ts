import type { contract } from '../../contract/index.ts'
import { mebibyte } from '../../core/bytes.ts'
import { Failure, type Problem } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { refuseBeyondStorage } from '../users/storage.ts'
import { recordEvents } from './record.ts'
import { selectEventBytes } from './storage-store.ts'

/** The storage of an account is added up each time that its events need so much more. */
const checkedBytes = mebibyte / 4

/** Records one event or a batch. Reports each invalid event of a batch and records the others. */
export const send =
  ({ clock, wake }: Service): Handler<typeof contract.customEvents.send> =>
  async ({ events, single }, { account, language, transact }) => {
    const readable = events.flatMap((event, index) =>
      'row' in event ? [{ index, row: event.row }] : [],
    )
    const answer = await transact(async (tx) => {
      const before = await selectEventBytes(tx, account.id)
      const outcomes = await recordEvents(
        tx,
        readable.map(({ row }) => row),
        { accountId: account.id, now: clock.now() },
      )
      const after = await selectEventBytes(tx, account.id)
      if (Math.floor(before / checkedBytes) < Math.floor(after / checkedBytes)) {
        await refuseBeyondStorage(tx, account.id)
      }
      if (single) return answerOne(outcomes[0])
      const problems = new Map<number, Problem>()
      events.forEach((event, index) => {
        if ('problems' in event && event.problems[0]) problems.set(index, event.problems[0])
      })
      outcomes.forEach((outcome, place) => {
        const index = readable[place]?.index
        if (index !== undefined && outcome !== 'duplicate' && 'problem' in outcome) {
          problems.set(index, outcome.problem)
        }
      })
      return {
        recorded: outcomes.filter((outcome) => outcome !== 'duplicate' && 'id' in outcome).length,
        duplicates: outcomes.filter((outcome) => outcome === 'duplicate').length,
        errors: [...problems]
          .sort(([a], [b]) => a - b)
          .map(([index, problem]) => viewProblem(index, problem, language)),
      }
    })
    wake()
    return answer
  }

type Outcomes = Awaited<ReturnType<typeof recordEvents>>

function answerOne(outcome: Outcomes[number] | undefined) {
  if (outcome === undefined || outcome === 'duplicate')
    return { ok: true, id: null, duplicate: true }
  if ('problem' in outcome) throw new Failure('invalid', { problems: [outcome.problem] })
  return { ok: true, id: outcome.id, duplicate: false }
}

const viewProblem = (index: number, { code, field, values }: Problem, language: Language) => ({
  index,
  code,
  field,
  message: fill(messages[language].problems[code], values),
})
