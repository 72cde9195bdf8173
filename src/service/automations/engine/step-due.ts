import { Failure } from '../../../core/failure.ts'
import type { Service } from '../../service.ts'
import type { FindFlow } from './flows.ts'
import { endBy, type Outcome, type Scene } from './outcome.ts'
import { claimDue, type Run } from './runs-store.ts'
import { settle } from './settle.ts'
import { makeSteps } from './step.ts'

/** What breaks now may work in a while; what broke so often does not. */
const mostTries = 5
const patienceMs = 60_000

/**
 * One batch of an automation's steps. Where it cannot be made as one, each run goes alone, so that
 * one that breaks keeps none of the others; that one is tried again, and fails in the end.
 */
export async function stepDue(
  service: Service,
  findFlow: FindFlow,
  automation: Scene['automation'],
): Promise<number> {
  const { db, clock, log } = service
  let claimed: Run[] = []
  const inOne = <T>(work: (scene: Scene) => Promise<T>): Promise<T> =>
    db.transaction().execute((tx) => work({ tx, service, automation, now: clock.now() }))
  const note = (runs: Run[]) => {
    claimed = runs
  }
  try {
    return await inOne((scene) => makeSteps(scene, findFlow, { note }))
  } catch (error) {
    if (claimed.length === 0) throw error
    log.info('automation steps are made one by one', { automation: automation.id })
  }
  for (const { id } of claimed) {
    try {
      await inOne((scene) => makeSteps(scene, findFlow, { runs: [id], limit: 1 }))
    } catch (error) {
      if (!(error instanceof Failure)) {
        log.error('automation step failed', error, { automation: automation.id, run: id })
      }
      await inOne((scene) => giveUp(scene, findFlow, id, error))
    }
  }
  return claimed.length
}

async function giveUp(scene: Scene, findFlow: FindFlow, id: number, error: unknown): Promise<void> {
  const { tx, automation, now } = scene
  const [run] = await claimDue(tx, { automation: automation.id, now, limit: 1, runs: [id] })
  if (!run) return
  const flow = await findFlow(tx, automation.id, run.version)
  await settle(scene, flow?.settings.reentry, [{ run, outcome: afterError(run, error, now) }])
}

/** A refusal of our own stays one; anything else may be over in a while. */
function afterError({ tries }: Run, error: unknown, now: number): Outcome {
  if (error instanceof Failure) return endBy('failed', wordOf(error))
  if (tries + 1 >= mostTries) return endBy('failed', 'internal')
  return { kind: 'later', dueAt: now + patienceMs * 2 ** tries, tries: tries + 1 }
}

/** The code of a refusal, and the first of the places that it names. */
function wordOf({ code, details }: Failure): string {
  const [problem] = details.problems ?? []
  return problem ? `${problem.code} ${problem.field}` : code
}
