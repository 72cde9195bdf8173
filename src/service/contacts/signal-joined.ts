import type { Executor } from '../database/dialect.ts'
import { appendSignals } from '../events/signals-store.ts'

interface Joining {
  accountId: number
  /** Where the contacts come from. */
  source: string
  automation?: number | undefined
  now: number
}

/**
 * Tells automations who is on a list from now on and may be mailed: when they are written, or once
 * they have confirmed.
 */
export const signalJoined = (
  tx: Executor,
  { accountId, source, automation, now }: Joining,
  contactIds: readonly number[],
): Promise<void> => {
  const kinds = source === 'form' ? (['joined', 'form'] as const) : (['joined'] as const)
  return appendSignals(
    tx,
    contactIds.flatMap((contactId) =>
      kinds.map((kind) => ({ accountId, kind, contactId, automationId: automation, now })),
    ),
  )
}
