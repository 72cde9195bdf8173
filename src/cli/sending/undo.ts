import type { Effect } from '../../contract/endpoint.ts'
import type { Standing } from './journal.ts'

interface Undoing {
  effect: Effect
  /** `DELETE /lists/3` */
  place: string
}

/**
 * Whether something that was done is so no longer, so that doing it again is no repetition: its time
 * was taken away, or what it created was deleted.
 */
export function isUndoneBy({ state, place = '', answer }: Standing, undoing: Undoing): boolean {
  if (state !== 'done') return false
  const [doneMethod = '', donePath = ''] = place.split(' ')
  const path = (undoing.place.split(' ')[1] ?? '').replace(/\?.*$/, '')
  const resource = path.split('/').slice(0, 3).join('/')
  if (doneMethod === 'PUT') return donePath.startsWith(`${resource}/`)
  if (doneMethod !== 'POST' || undoing.effect !== 'destroy') return false
  const collection = path.replace(/\/[^/]+$/, '')
  const name = decodeURIComponent(path.slice(collection.length + 1))
  // A contact is also deleted by its address, which no answer tells.
  return donePath === collection && (!/^\d+$/.test(name) || idIn(answer) === name)
}

const idIn = (answer: unknown): string =>
  typeof answer === 'object' && answer !== null && 'id' in answer ? String(answer.id) : ''
