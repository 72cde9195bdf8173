import type { Effect } from '../../contract/endpoint.ts'
import type { OperationRecord } from './journal.ts'

interface UndoRequest {
  effect: Effect
  /** `DELETE /lists/3` */
  route: string
}

/**
 * Whether a request reverts an operation that is recorded as done, so that doing it again is no
 * repetition: it cancels the schedule or deletes what was created.
 */
export function isUndoneBy(
  { state, place = '', answer }: OperationRecord,
  undoing: UndoRequest,
): boolean {
  if (state !== 'done') return false
  const [doneMethod = '', donePath = ''] = place.split(' ')
  const path = (undoing.route.split(' ')[1] ?? '').replace(/\?.*$/, '')
  const resource = path.split('/').slice(0, 3).join('/')
  if (doneMethod === 'PUT') return donePath.startsWith(`${resource}/`)
  if (doneMethod !== 'POST' || undoing.effect !== 'destroy') return false
  const collection = path.replace(/\/[^/]+$/, '')
  const name = decodeURIComponent(path.slice(collection.length + 1))
  // A contact can be deleted by its address, which the answer does not contain.
  return donePath === collection && (!/^\d+$/.test(name) || idIn(answer) === name)
}

const idIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? String(answer.id) : ''
