import type { SampleEvent } from '../../../contract/shapes/flows/automation-walk.ts'
import { refuse } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import type { CausingEvent } from '../../campaigns/run-events/run-event.ts'
import { recordEvents } from '../../custom-events/record.ts'
import type { Executor } from '../../database/dialect.ts'
import type { Service } from '../../service.ts'
import type { Flow } from '../definition.ts'
import { enrollContacts } from '../engine/entry/enroll.ts'
import { notifyRun } from '../engine/signals/notify-runs.ts'
import { selectRunsOf, updateNotified } from '../engine/signals/signals-store.ts'
import type { StepContext } from '../engine/steps/outcome.ts'
import { runSteps } from '../engine/steps/run-steps.ts'
import { selectSteps } from '../runs-store.ts'
import { type CollectedMessage, collectMessage } from './collect-message.ts'
import { findWalkedRun, openForWalk } from './walk-store.ts'

/** A walk ends there. A loop with a wait would go on for years. */
const maxWalkSteps = 200

interface Walk {
  accountId: number
  automationId: number
  version: number
  flow: Flow
  contactId: number
  /** The first one starts the run. */
  events: readonly SampleEvent[]
}

interface WalkResult {
  enrolled: boolean
  endedBy: string | null
  steps: readonly { node: string; outcome: string; at: number }[]
  messages: readonly CollectedMessage[]
}

/** Carries the result of a walk out of its transaction, which is rolled back. */
class WalkEnd extends Error {
  readonly result: WalkResult

  constructor(result: WalkResult) {
    super('the walk has ended')
    this.result = result
  }
}

/**
 * Walks a flow with the engine that runs it, with a clock that jumps to the next step. Everything
 * happens in one transaction that is rolled back, so nothing is stored.
 */
export async function walkFlow(service: Service, walk: Walk): Promise<WalkResult> {
  try {
    return await service.db.transaction().execute(async (tx): Promise<WalkResult> => {
      throw new WalkEnd(await walkIn(tx, service, walk))
    })
  } catch (error) {
    if (error instanceof WalkEnd) return error.result
    throw error
  }
}

async function walkIn(tx: Executor, service: Service, walk: Walk): Promise<WalkResult> {
  const { accountId, automationId, version, contactId } = walk
  // Earlier runs of the contact do not count.
  const flow: Flow = { ...walk.flow, settings: { ...walk.flow.settings, reentry: 'always' } }
  const [cause, ...later] = walk.events.map((event) => readSample(event, flow, service.clock.now()))
  let now = cause?.at ?? service.clock.now()
  const messages: CollectedMessage[] = []
  const contextAt = (time: number): StepContext => {
    const context = {
      tx,
      service: { ...service, clock: { ...service.clock, now: () => time } },
      automation: { id: automationId, accountId },
      now: time,
    }
    const trial: StepContext['trial'] = {
      async onMessage(node, run) {
        messages.push(await collectMessage(context, node, run))
      },
    }
    return { ...context, trial }
  }
  await openForWalk(tx, automationId)
  if (cause) await record(tx, walk, cause)
  const key = `test:${newUuid()}`
  const enrollment = { contactId, key, at: now, ...(cause && { event: cause }) }
  const target = { automationId, accountId, version, flow }
  const entered = await enrollContacts(tx, target, [enrollment], now)
  const nothing = { enrolled: false, endedBy: null, steps: [], messages }
  if (entered.length === 0) return nothing
  const coming = later.sort((a, b) => a.at - b.at)
  let run = await findWalkedRun(tx, automationId, key)
  for (let step = 0; run.due_at !== null && step < maxWalkSteps; step++) {
    const [next] = coming
    if (next && next.at <= run.due_at) {
      coming.shift()
      now = Math.max(now, next.at)
      await record(tx, walk, next)
      await notify(tx, run.id, contactId, next)
    } else {
      now = Math.max(now, run.due_at)
      await runSteps(contextAt(now), async () => flow, { runs: [run.id], limit: 1 })
    }
    run = await findWalkedRun(tx, automationId, key)
  }
  const steps = (await selectSteps(tx, accountId, [run.id])).get(run.id) ?? []
  return { enrolled: true, endedBy: run.ended_by, steps, messages }
}

/** The first event has the name of the trigger unless it says another. */
function readSample(event: SampleEvent, { trigger }: Flow, now: number): CausingEvent {
  return {
    name: event.name ?? (trigger.type === 'event' ? trigger.event : ''),
    at: event.at === undefined ? now : Date.parse(event.at),
    value: event.value ?? null,
    currency: event.currency ?? null,
    properties: event.properties ?? {},
  }
}

/** Records an event for conditions on what the contact did. Refuses one whose properties have other types. */
async function record(
  tx: Executor,
  { accountId, contactId }: Walk,
  { name, at, value, currency, properties }: CausingEvent,
): Promise<void> {
  if (name === '') return
  const reported = {
    ...{ name, contact_id: contactId, properties },
    at: new Date(at).toISOString(),
    ...(value !== null && { value }),
    ...(currency !== null && { currency }),
  }
  const [outcome] = await recordEvents(tx, [reported], { accountId, now: at, isSilent: true })
  if (typeof outcome === 'object' && 'problem' in outcome) {
    refuse([{ ...outcome.problem, field: `event.${outcome.problem.field}` }])
  }
}

async function notify(
  tx: Executor,
  runId: number,
  contactId: number,
  custom: CausingEvent,
): Promise<void> {
  const run = (await selectRunsOf(tx, [contactId])).find(({ id }) => id === runId)
  const { name, at } = custom
  const changed = run && notifyRun(run, [{ kind: 'custom', campaign_id: null, name, at, custom }])
  if (changed) await updateNotified(tx, [changed])
}
