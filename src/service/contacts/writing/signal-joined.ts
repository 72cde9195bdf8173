import type { Executor } from '../../database/dialect.ts'
import { appendSignals, areListenedTo } from '../../events/signals-store.ts'

interface Join {
  accountId: number
  /** Origin of the contacts. */
  source: string
  automation?: number | undefined
  now: number
}

/**
 * Signals to automations that contacts joined a list and may be mailed: when they are created as
 * active, or when they confirm.
 */
export async function signalJoined(
  tx: Executor,
  { accountId, source, automation, now }: Join,
  contactIds: readonly number[],
): Promise<void> {
  const kinds = source === 'form' ? (['joined', 'form'] as const) : (['joined'] as const)
  // Most accounts have no automation for them, and an import has a thousand at a time.
  if (!(await areListenedTo(tx, accountId, kinds))) return
  await appendSignals(
    tx,
    contactIds.flatMap((contactId) =>
      kinds.map((kind) => ({ accountId, kind, contactId, automationId: automation, now })),
    ),
  )
}
