import {
  AggregatorRegistry,
  Counter,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  Registry,
} from 'prom-client'

/** A value of a gauge, with its labels. */
export interface Reading {
  labels?: Readonly<Record<string, string>>
  value: number
}

interface GaugeSettings {
  name: string
  help: string
  labels?: readonly string[]
}

interface ServedRequest {
  method: string
  /** The pattern of the route, such as `/v3/api/campaigns/:id`: addresses would be without number. */
  route: string
  status: number
  seconds: number
}

const outcomes = ['sent', 'deferred', 'failed', 'uncertain', 'unreachable'] as const

/** What this process counts and measures, for Prometheus. */
export interface Metrics {
  countRequest(request: ServedRequest): void
  /** Counts an attempt, by the state of its outcome. */
  countMessage(state: (typeof outcomes)[number], seconds: number): void
  countFailedLogin(): void
  /** Counts messages whose process does not send them any more, by what becomes of them. */
  countRecovered(messages: Readonly<Record<'released' | 'uncertain', number>>): void
  /** Adds a gauge whose values are read at each scrape. */
  addGauge(
    settings: GaugeSettings,
    read: () => readonly Reading[] | Promise<readonly Reading[]>,
  ): void
  /** All values, for `renderTogether` in another process. */
  collect(): Promise<readonly unknown[]>
  /** All values in the text format of Prometheus. */
  render(): Promise<string>
  readonly contentType: string
}

/** Seconds. From a pixel, which takes a millisecond, to an import, which takes a minute. */
const requestBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
/** Seconds. A relay may take minutes to answer. */
const relayBuckets = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

export function createMetrics({ version }: { version: string }): Metrics {
  const registry = new Registry()
  const registers = [registry]
  let measuresProcess = false
  new Gauge({
    name: 'remite_build_info',
    help: 'The version of remite. The value is always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const requests = new Histogram({
    name: 'remite_http_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: requestBuckets,
    registers,
  })
  const messages = new Counter({
    name: 'remite_messages_total',
    help: 'Attempts to pass a message to the relay, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const recovered = new Counter({
    name: 'remite_recovered_messages_total',
    help: 'Messages claimed by a process that does not send them any more, by what became of them.',
    labelNames: ['outcome'],
    registers,
  })
  const relay = new Histogram({
    name: 'remite_relay_duration_seconds',
    help: 'Time that the relay took for a message, with the wait for a free connection.',
    buckets: relayBuckets,
    registers,
  })
  const logins = new Counter({
    name: 'remite_failed_logins_total',
    help: 'Logins with a wrong user name or password, or refused because of too many.',
    registers,
  })

  // Without a first value, a rate misses the first increase, and is no number before it.
  for (const outcome of outcomes) messages.inc({ outcome }, 0)
  for (const outcome of ['released', 'uncertain']) recovered.inc({ outcome }, 0)

  /** Measuring the event loop takes a timer, which a process that is never scraped does not need. */
  function measureProcess(): void {
    if (!measuresProcess) collectDefaultMetrics({ register: registry })
    measuresProcess = true
  }

  return {
    contentType: registry.contentType,
    async collect() {
      measureProcess()
      return registry.getMetricsAsJSON()
    },
    render() {
      measureProcess()
      return registry.metrics()
    },
    countRequest: ({ method, route, status, seconds }) =>
      requests.observe({ method, route, status: String(status) }, seconds),
    countMessage(outcome, seconds) {
      messages.inc({ outcome })
      if (outcome !== 'unreachable') relay.observe(seconds)
    },
    countFailedLogin: () => logins.inc(),
    countRecovered(messages) {
      for (const [outcome, count] of Object.entries(messages)) recovered.inc({ outcome }, count)
    },
    addGauge({ name, help, labels = [] }, read) {
      registry.removeSingleMetric(name)
      new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        async collect() {
          const readings = await read()
          this.reset()
          for (const reading of readings) this.set({ ...reading.labels }, reading.value)
        },
      })
    },
  }
}

/** What matters here of what the package collects. */
interface CollectedMetric {
  values: readonly { labels: Readonly<Record<string, string | number>> }[]
}

/**
 * Renders what several processes have collected. The label `process` keeps their values apart: in a sum, a
 * counter of a process that starts again would look like a reset of all.
 */
export async function renderTogether(
  collected: ReadonlyMap<number, readonly unknown[]>,
): Promise<string> {
  const parts = [...collected].map(([process, metrics]) =>
    (metrics as CollectedMetric[]).map((metric) => ({
      ...metric,
      // Each label set has one value.
      aggregator: 'first',
      values: metric.values.map((value) => ({ ...value, labels: { process, ...value.labels } })),
    })),
  )
  return AggregatorRegistry.aggregate(parts).metrics()
}

export const metricsType = Registry.PROMETHEUS_CONTENT_TYPE
