import { classifyRefusal } from '../mail/refusal.ts'
import { replyOf } from '../smtp/outcome.ts'

interface Refusals {
  response: string
  count: number
}

/**
 * Returns the largest share of refusals that have one reason, among all refusals. Only reasons count
 * that say something about the sender or the message, not about the recipient.
 */
export function largestShareOfOneReason(refusals: readonly Refusals[]): number {
  const counts = new Map<string, number>()
  let all = 0
  for (const { response, count } of refusals) {
    all += count
    const { code, enhanced } = replyOf(response)
    if (code === undefined) continue
    const { kind, countsAgainstContact } = classifyRefusal(response, enhanced)
    if (!countsAgainstContact) counts.set(kind, (counts.get(kind) ?? 0) + count)
  }
  return all === 0 ? 0 : Math.max(0, ...counts.values()) / all
}
