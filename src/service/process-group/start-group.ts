import type { Writable } from 'node:stream'
import type { Clock } from '../../core/clock.ts'
import type { ChildProcess } from '../../core/process-group/child-process.ts'
import { createLog, type LogSettings } from '../log.ts'
import { startMetricsListener } from '../monitoring/listener.ts'
import { asFailure } from '../processes/listen-failure.ts'
import { groupMetrics } from './group-metrics.ts'
import { startProcessGroup } from './process-group.ts'

interface GroupSettings {
  count: number
  fork(): ChildProcess
  settings(): unknown
  clock: Clock
  log: Writable
  logSettings: Pick<LogSettings, 'level' | 'format'>
  stopTimeoutMs: number | undefined
  metricsAddress?: { host: string; port: number }
}

/** Starts a group of processes, and serves the metrics of all of them. */
export async function startGroup({ log, logSettings, metricsAddress, ...settings }: GroupSettings) {
  const { clock } = settings
  let members: ReturnType<typeof startProcessGroup>['members'] = () => []
  const metrics = groupMetrics(() => members(), clock)
  const listener = metricsAddress && (await listenForScrapes(metrics, metricsAddress))
  const group = startProcessGroup({ ...settings, log: createLog(log, clock, logSettings) })
  members = group.members
  return {
    reload: group.reload,
    stop: group.stop,
    ended: group.ended.finally(() => listener?.close()),
  }
}

const listenForScrapes: typeof startMetricsListener = (metrics, address) =>
  startMetricsListener(metrics, address).catch((error: unknown) => {
    throw asFailure(error)
  })
