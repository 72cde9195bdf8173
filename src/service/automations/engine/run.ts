import type { Service } from '../../service.ts'
import { enterByDate } from './enter-by-date.ts'
import { enterExisting } from './enter-existing.ts'
import { createFlows, type FindFlow } from './flows.ts'
import { type Running, selectRunning } from './running-store.ts'
import { stepDue } from './step-due.ts'
import { windDown } from './stop.ts'
import { takeSignals } from './take-signals.ts'

/**
 * Turns of all automations: each a slice of what happened, then for every automation in its turn a
 * batch of those who enter and of those whose step is due, so that none keeps the others waiting.
 * A turn tells whether there may be more to do at once.
 */
export function createAutomations(service: Service): () => Promise<boolean> {
  const findFlow = createFlows()
  return async () => {
    const taken = await takeSignals(service, findFlow)
    let isBusy = taken > 0
    for (const automation of await selectRunning(service.db, service.clock.now())) {
      try {
        if (await turn(service, findFlow, automation)) isBusy = true
      } catch (error) {
        service.log.error('automation failed', error, { automation: automation.id })
      }
    }
    return isBusy
  }
}

async function turn(service: Service, findFlow: FindFlow, automation: Running): Promise<boolean> {
  const { id, version, status, isDue } = automation
  let isBusy = false
  if (status === 'active') {
    const flow = await findFlow(service.db, id, version)
    if (flow) {
      await enterByDate(service, automation, flow)
      isBusy = await enterExisting(service, automation, flow)
    }
  }
  if (isDue && !automation.exits) {
    isBusy = (await stepDue(service, findFlow, automation)) > 0 || isBusy
  }
  return (await windDown(service, findFlow, automation)) || isBusy
}
