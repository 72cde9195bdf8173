import { processRoles } from '../../core/process-roles.ts'
import type { Database } from '../database/connect.ts'
import type { Metrics, Reading } from '../metrics.ts'
import { findOldestDue } from '../processes/readiness-store.ts'
import { selectLivingRoles } from '../processes/store.ts'
import type { Service } from '../service.ts'
import { type Backlog, countCampaigns, maxCounted, readBacklog } from './backlog-store.ts'

/** However often it is scraped, the database is asked once in this time. */
const keptMs = 5_000
/** Prometheus gives up after 10 s. Then it would have no metrics of the process at all. */
const answerMs = 3_000

const kinds: Readonly<Record<keyof Backlog, string>> = {
  recipients: 'campaign_messages',
  serviceMail: 'service_messages',
  imports: 'imports',
  otherJobs: 'jobs',
  deliveries: 'webhook_deliveries',
  failingWebhooks: 'failing_webhooks',
  automationRuns: 'automation_runs',
}

/**
 * Adds gauges of what waits in the database. Every process of an installation answers the same, so a
 * dashboard takes the maximum, not the sum.
 */
export function addBacklogGauges(
  metrics: Metrics,
  { reader, clock }: Pick<Service, 'reader' | 'clock'>,
): void {
  const read = keptFor(keptMs, clock, () =>
    within(answerMs, clock, readDatabase(reader, clock.now())),
  )
  const gauge = (name: string, help: string, labels: string[], of: (state: State) => Reading[]) =>
    metrics.addGauge({ name, help, labels }, async () => {
      // A scrape answers without these values while the database is away.
      const state = await read().catch(() => undefined)
      return state ? of(state) : []
    })

  metrics.addGauge(
    { name: 'remite_database_up', help: 'Whether the database answers: 1 or 0.' },
    async () => [
      {
        value: await read().then(
          () => 1,
          () => 0,
        ),
      },
    ],
  )
  gauge(
    'remite_backlog',
    `Work that is due or under way in all processes, by kind. Counts of rows end at ${maxCounted}.`,
    ['kind'],
    ({ backlog }) =>
      Object.entries(kinds).map(([key, kind]) => ({
        labels: { kind },
        value: backlog[key as keyof Backlog], // the keys of `kinds`
      })),
  )
  gauge(
    'remite_oldest_due_seconds',
    'How long the oldest message that may be sent now has been due.',
    [],
    ({ oldestDueMs }) => [{ value: oldestDueMs / 1000 }],
  )
  gauge(
    'remite_processes',
    'Living processes by role. A process has several roles.',
    ['role'],
    ({ living }) =>
      processRoles.map((role) => ({
        labels: { role },
        value: living.filter(({ roles }) => roles.includes(role)).length,
      })),
  )
  gauge(
    'remite_campaigns',
    'Campaigns under way or paused, by status and reason.',
    ['status', 'reason'],
    ({ campaigns }) =>
      campaigns.map(({ status, reason, count }) => ({ labels: { status, reason }, value: count })),
  )
}

/** Adds a gauge of the connections to PostgreSQL. */
export const addConnectionGauge = (metrics: Metrics, connections: Database['connections']): void =>
  metrics.addGauge(
    {
      name: 'remite_database_connections',
      help: 'Connections to PostgreSQL by pool and state. Waiting: queries without a connection.',
      labels: ['pool', 'state'],
    },
    () =>
      connections().map(({ pool, state, count }) => ({ labels: { pool, state }, value: count })),
  )

type State = Awaited<ReturnType<typeof readDatabase>>

async function readDatabase(db: Service['reader'], now: number) {
  const oldest = await findOldestDue(db, now)
  return {
    backlog: await readBacklog(db, now),
    campaigns: await countCampaigns(db),
    living: await selectLivingRoles(db),
    oldestDueMs: oldest === null ? 0 : now - oldest,
  }
}

/** Rejects if there is no result in time. */
async function within<Result>(
  ms: number,
  clock: Service['clock'],
  result: Promise<Result>,
): Promise<Result> {
  const isOver = new AbortController()
  const late = clock.sleep(ms, isOver.signal).then(() => {
    throw new Error('no answer in time')
  })
  // The loser of the race may reject later.
  for (const each of [result, late]) each.catch(() => {})
  return Promise.race([result, late]).finally(() => isOver.abort())
}

/** Shares one result for some time. A failure is shared too, so that a dead database is not asked often. */
function keptFor<Result>(
  ms: number,
  clock: Service['clock'],
  ask: () => Promise<Result>,
): () => Promise<Result> {
  let last: { at: number; result: Promise<Result> } | undefined
  return () => {
    const now = clock.now()
    if (!last || now - last.at >= ms) last = { at: now, result: ask() }
    return last.result
  }
}
