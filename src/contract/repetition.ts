import type { Endpoint, Repetition } from './endpoint.ts'
import { takesKey } from './failures.ts'
import { isOn } from './shapes/wire.ts'

/** Returns how often a request is meant. What sends is sent once; what only creates is created each time. */
export function repetitionOf(
  endpoint: Endpoint,
  request: Readonly<Record<string, unknown>>,
): Repetition {
  const { effect, repeats, savesWith } = endpoint
  if ((effect !== 'create' && effect !== 'send') || !takesKey(endpoint)) return 'unrecorded'
  if (repeats) return repeats
  const isSaved = savesWith !== undefined && isOn(request[savesWith] as undefined) // checked by isOn
  return effect === 'send' && !isSaved ? 'once' : 'each'
}
