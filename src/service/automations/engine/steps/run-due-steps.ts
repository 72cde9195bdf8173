import { Failure } from '../../../../core/failure.ts'
import { minuteMs } from '../../../../core/time.ts'
import type { Service } from '../../../service.ts'
import type { FindFlow } from '../flow-cache.ts'
import { endRun, type Outcome, type StepContext } from './outcome.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { runSteps } from './run-steps.ts'
import { claimDue, type Run } from './runs-store.ts'

/** A temporary failure is gone after a few attempts. Five failures have another cause. */
const maxTries = 5
const retryDelayMs = minuteMs

/**
 * Runs a batch of an automation's due steps. If the batch fails, each run is processed separately,
 * so that one broken run does not block the others. The broken run is retried, and fails in the
 * end.
 */
export async function runDueSteps(
  service: Service,
  findFlow: FindFlow,
  automation: StepContext['automation'],
): Promise<number> {
  const { db, clock, log } = service
  let claimed: Run[] = []
  const inTransaction = <T>(work: (context: StepContext) => Promise<T>): Promise<T> =>
    db.transaction().execute((tx) => work({ tx, service, automation, now: clock.now() }))
  const onClaimed = (runs: Run[]) => {
    claimed = runs
  }
  try {
    return await inTransaction((context) => runSteps(context, findFlow, { onClaimed }))
  } catch (error) {
    if (claimed.length === 0) throw error
    log.info('automation steps are made one by one', { automation: automation.id })
  }
  for (const { id } of claimed) {
    try {
      await inTransaction((context) => runSteps(context, findFlow, { runs: [id], limit: 1 }))
    } catch (error) {
      if (!(error instanceof Failure)) {
        log.error('automation step failed', error, { automation: automation.id, run: id })
      }
      await inTransaction((context) => recordFailure(context, findFlow, id, error))
    }
  }
  return claimed.length
}

async function recordFailure(
  context: StepContext,
  findFlow: FindFlow,
  id: number,
  error: unknown,
): Promise<void> {
  const { tx, automation, now } = context
  const [run] = await claimDue(tx, { automation: automation.id, now, limit: 1, runs: [id] })
  if (!run) return
  const flow = await findFlow(tx, automation.id, run.version)
  await recordOutcomes(context, flow?.settings.reentry, [
    { run, outcome: afterError(run, error, now) },
  ])
}

/** Our own failures are final. Any other error may be temporary. */
function afterError({ tries }: Run, error: unknown, now: number): Outcome {
  if (error instanceof Failure) return endRun('failed', failureText(error))
  if (tries + 1 >= maxTries) return endRun('failed', 'internal')
  return { kind: 'later', dueAt: now + retryDelayMs * 2 ** tries, tries: tries + 1 }
}

/** The code of a failure, and the field of its first problem. */
function failureText({ code, details }: Failure): string {
  const [problem] = details.problems ?? []
  return problem ? `${problem.code} ${problem.field}` : code
}
