import { hourMs, toIsoTime } from '../../core/time.ts'
import { openReadOnly } from '../database/open-read-only.ts'
import { findOldestDue } from '../processes/readiness-store.ts'
import { missingRoles } from '../processes/roles.ts'
import { readBacklog } from './backlog-store.ts'
import { type ProcessDetails, selectProcesses, selectTroubledCampaigns } from './status-store.ts'

const failedWithinMs = 24 * hourMs
const maxCampaigns = 50

/**
 * Reads the state of an installation from its database, an SQLite file or a `postgres://` URL. It
 * works while the service runs, and tells when none runs.
 */
export async function readStatus(database: string, now: number) {
  const { db, close } = await openReadOnly(database)
  try {
    const processes = await selectProcesses(db)
    const living = processes.filter(({ deadMs }) => deadMs <= 0)
    const oldest = await findOldestDue(db, now)
    const backlog = await readBacklog(db, now)
    const campaigns = await selectTroubledCampaigns(db, {
      failedSince: now - failedWithinMs,
      limit: maxCampaigns,
    })
    return {
      oldest_due_seconds: oldest === null ? 0 : Math.floor((now - oldest) / 1000),
      backlog: {
        campaign_messages: backlog.recipients,
        service_messages: backlog.serviceMail,
        imports: backlog.imports,
        jobs: backlog.otherJobs,
        webhook_deliveries: backlog.deliveries,
        failing_webhooks: backlog.failingWebhooks,
        automation_runs: backlog.automationRuns,
      },
      missing_roles: missingRoles(living.map(({ roles }) => roles)),
      processes: processes.map(
        ({
          deadMs,
          started_at,
          last_result_at,
          relay_down_since,
          roles,
          isOnHold,
          ...details
        }) => ({
          status: statusOf({ deadMs, relay_down_since, isOnHold }),
          roles: roles.join(' '),
          ...details,
          started_at: toIsoTime(started_at),
          last_result_at: last_result_at > 0 ? toIsoTime(last_result_at) : null,
          relay_down_since: toIsoTime(relay_down_since),
        }),
      ),
      campaigns: campaigns.map(({ updated_at, ...campaign }) => ({
        ...campaign,
        updated_at: toIsoTime(updated_at),
      })),
    }
  } finally {
    await close()
  }
}

type ProcessStatus = 'running' | 'on_hold' | 'relay_down' | 'dead'

function statusOf({
  deadMs,
  relay_down_since,
  isOnHold,
}: Pick<ProcessDetails, 'deadMs' | 'relay_down_since' | 'isOnHold'>): ProcessStatus {
  if (deadMs > 0) return 'dead'
  if (isOnHold) return 'on_hold'
  return relay_down_since === null ? 'running' : 'relay_down'
}
