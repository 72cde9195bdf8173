import type { Language } from '../../core/language.ts'
import { toIsoTime } from '../../core/time.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import { findRelayTrouble } from './store.ts'

/**
 * Warns while the relay accepts no mail. Its reply is for the operator's log: it may name machines of
 * theirs.
 */
export async function relayWarnings(db: Executor, language: Language) {
  const trouble = await findRelayTrouble(db)
  if (!trouble) return []
  const code = 'relay_down' as const
  const values = { since: toIsoTime(trouble.since) ?? '' }
  return [{ code, message: fill(messages[language].accountWarnings[code], values) }]
}
