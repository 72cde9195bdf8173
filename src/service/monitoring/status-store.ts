import { sql } from 'kysely'
import { type ProcessRole, rolesOf } from '../../core/process-roles.ts'
import { dialectOf, type Executor } from '../database/dialect.ts'

export interface ProcessDetails {
  id: string
  host: string
  pid: number
  version: string
  roles: readonly ProcessRole[]
  isOnHold: boolean
  started_at: number
  /** How long ago its lease ended by the clock of the database; 0 or less for a living process. */
  deadMs: number
  queued: number
  in_flight: number
  last_result_at: number
  relay_down_since: number | null
  relay_response: string | null
}

/** Returns the processes, oldest first. */
export async function selectProcesses(db: Executor): Promise<ProcessDetails[]> {
  const rows = await db
    .selectFrom('processes')
    .select([
      'id',
      'host',
      'pid',
      'version',
      'started_at',
      'queued',
      'in_flight',
      'roles',
      'on_hold',
    ])
    .select(['last_result_at', 'relay_down_since', 'relay_response'])
    .select(sql<number>`${dialectOf(db).now} - alive_until`.as('deadMs'))
    .orderBy('started_at')
    .execute()
  return rows.map(({ roles, on_hold, ...row }) => ({
    ...{ ...row, roles: rolesOf(roles), isOnHold: on_hold === 1 },
  }))
}

interface TroubledCampaign {
  id: number
  account: string
  name: string
  status: string
  reason: string | null
  updated_at: number
}

/** Returns the campaigns that the service has paused or that failed lately, the last ones first. */
export const selectTroubledCampaigns = (
  db: Executor,
  { failedSince, limit }: { failedSince: number; limit: number },
): Promise<TroubledCampaign[]> =>
  db
    .selectFrom('campaigns')
    .innerJoin('accounts', 'accounts.id', 'campaigns.account_id')
    .select(['campaigns.id', 'accounts.username as account', 'campaigns.camp_name as name'])
    .select(['campaigns.status', 'campaigns.reason', 'campaigns.updated_at'])
    .where('campaigns.deleted_at', 'is', null)
    .where(({ eb, and, or }) =>
      or([
        and([eb('campaigns.status', '=', 'paused'), eb('campaigns.reason', '<>', 'user')]),
        and([eb('campaigns.status', '=', 'failed'), eb('campaigns.updated_at', '>=', failedSince)]),
      ]),
    )
    .orderBy('campaigns.updated_at', 'desc')
    .limit(limit)
    .execute()
