import { campaigns } from '../../../contract/modules/campaigns.ts'
import { parseDuration } from '../../../core/duration.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'

/** Often enough to look alive, seldom enough not to matter to the server. */
const pauseMs = 500

const settled = new Set(['sent', 'cancelled', 'failed', 'paused'])

/** Watches a campaign until nothing moves any more. Failure `still_running` when time runs out first. */
export async function waitForEnd(context: Context, id: number, timeout: string | undefined) {
  const { host, output, words } = context
  const deadline = timeout === undefined ? Infinity : host.clock.now() + durationOf(timeout)
  const client = await context.client()
  const progress = await output.startProgress(words.operating.sending)
  try {
    for (;;) {
      const { data } = await client.call(campaigns.stats, { id })
      const { recipients, sent, failed, uncertain, cancelled, status } = data
      progress.update(sent + failed + uncertain + cancelled, recipients)
      if (settled.has(status)) return summary(id, data)
      if (host.clock.now() >= deadline)
        throw new Failure('still_running', { values: { id, status } })
      if (host.stopped.aborted) throw new Failure('interrupted')
      await host.clock.sleep(pauseMs, host.stopped)
    }
  } finally {
    progress.clear()
  }
}

interface Settled {
  status: string
  recipients: number
  sent: number
  failed: number
  uncertain: number
  open_rate: number
}

const summary = (
  id: number,
  { status, recipients, sent, failed, uncertain, open_rate }: Settled,
) => ({
  id,
  ok: status === 'sent',
  status,
  recipients,
  sent,
  failed,
  uncertain,
  open_rate,
})

function durationOf(text: string): number {
  const ms = parseDuration(text)
  if (ms !== undefined) return ms
  throw new Failure('usage', { problems: [{ field: '--wait-timeout', code: 'bad_duration' }] })
}
