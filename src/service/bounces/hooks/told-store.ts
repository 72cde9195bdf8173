import type { Executor } from '../../database/dialect.ts'

/** One line for each thing that a relay told, beside what came by mail; nobody's address is in it. */
export async function noteTold(
  tx: Executor,
  { relay, outcome, now }: { relay: string; outcome: string; now: number },
): Promise<void> {
  await tx
    .insertInto('inbox')
    .values({
      ...{ mail_from: relay, rcpt_to: '', raw: Buffer.alloc(0), received_at: now },
      ...{ handled_at: now, outcome },
    })
    .execute()
}
