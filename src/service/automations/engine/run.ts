import type { Service } from '../../service.ts'
import { enrollByDate } from './entry/enroll-by-date.ts'
import { enrollExisting } from './entry/enroll-existing.ts'
import { createFlowCache, createTriggerCache, type FindFlow } from './flow-cache.ts'
import { type RunningAutomation, selectDueAutomations } from './running-store.ts'
import { processSignals } from './signals/process-signals.ts'
import { drainAutomation } from './steps/drain.ts'
import { runDueSteps } from './steps/run-due-steps.ts'

/**
 * Returns a function that runs one round of all automations: first a batch of signals, then for
 * each automation a batch of enrollments and of due steps, so that no automation delays the others.
 * It resolves to whether there may be more to do at once.
 */
export function createAutomationRunner(service: Service): () => Promise<boolean> {
  const findFlow = createFlowCache()
  const findTriggers = createTriggerCache()
  return async () => {
    const processed = await processSignals(service, { findFlow, findTriggers })
    let isBusy = processed > 0
    for (const automation of await selectDueAutomations(service.db, service.clock.now())) {
      try {
        if (await runAutomation(service, findFlow, automation)) isBusy = true
      } catch (error) {
        service.log.error('automation failed', error, { automation: automation.id })
      }
    }
    return isBusy
  }
}

async function runAutomation(
  service: Service,
  findFlow: FindFlow,
  automation: RunningAutomation,
): Promise<boolean> {
  const { id, version, status, isDue } = automation
  let isBusy = false
  if (status === 'active') {
    const flow = await findFlow(service.db, id, version)
    if (flow) {
      await enrollByDate(service, automation, flow)
      isBusy = await enrollExisting(service, automation, flow)
    }
  }
  if (isDue && !automation.exits) {
    isBusy = (await runDueSteps(service, findFlow, automation)) > 0 || isBusy
  }
  return (await drainAutomation(service, findFlow, automation)) || isBusy
}
