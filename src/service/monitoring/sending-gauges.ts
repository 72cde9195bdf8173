import type { Metrics } from '../metrics.ts'

interface Sending {
  load(): { queued: number; inFlight: number }
  /** Why the relay accepts no mail. */
  trouble(): object | undefined
}

/** Adds gauges of what this process sends. */
export function addSendingGauges(metrics: Metrics, { load, trouble }: Sending): void {
  metrics.addGauge(
    {
      name: 'remite_messages_in_process',
      help: 'Messages that this process has claimed: waiting here, or passed to the relay.',
      labels: ['state'],
    },
    () => {
      const { queued, inFlight } = load()
      return [
        { labels: { state: 'queued' }, value: queued },
        { labels: { state: 'in_flight' }, value: inFlight },
      ]
    },
  )
  metrics.addGauge(
    { name: 'remite_relay_up', help: 'Whether the relay accepts mail of this process: 1 or 0.' },
    () => [{ value: trouble() ? 0 : 1 }],
  )
}
