import { type ProcessRole, processRoles } from '../../core/process-roles.ts'
import type { WorkKind } from './work.ts'

/** The role that does each kind of work. */
const roleOfWork: Readonly<Record<WorkKind | 'purge', ProcessRole>> = {
  claims: 'sender',
  jobs: 'worker',
  'job leases': 'worker',
  events: 'worker',
  webhooks: 'worker',
  bounces: 'worker',
  schedules: 'scheduler',
  audiences: 'scheduler',
  'A/B tests': 'scheduler',
  cancellations: 'scheduler',
  endings: 'scheduler',
  automations: 'scheduler',
  'opt-in': 'scheduler',
  welcome: 'scheduler',
  reputation: 'scheduler',
  rollups: 'scheduler',
  purge: 'scheduler',
}

/** Whether one of the roles does this work. */
export const doesWork = (roles: readonly ProcessRole[], kind: WorkKind | 'purge'): boolean =>
  roles.includes(roleOfWork[kind])

/** Returns the roles that none of these processes has. */
export const missingRoles = (processes: readonly (readonly ProcessRole[])[]): ProcessRole[] =>
  processRoles.filter((role) => !processes.some((roles) => roles.includes(role)))
