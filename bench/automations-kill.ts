// Kills a service with SIGKILL at random moments while a whole list moves through an automation, and counts
// what was lost and what was done twice. On PostgreSQL two services work at once, and one of them is killed.
// node scripts/run.js bench/automations-kill.ts [ROUNDS] [SEED]
import {
  type AutomationOutcome,
  raiseLimits,
  runInterrupted,
} from '../test/support/processes/interrupted-automation.ts'
import { killRounds } from './kill-rounds.ts'

const count = 2000

await killRounds({
  what: 'automations',
  count,
  prepare: raiseLimits,
  round: async (stage, random) => rowOf(await runInterrupted(stage, random)),
})

function rowOf({ atKill, perContact, brokenRuns, wrongFigures }: AutomationOutcome) {
  const wrong = Object.entries(perContact).filter(([, times]) => times !== count)
  const isWhole = wrong.length + brokenRuns + wrongFigures.length === 0
  return {
    'steps when it was back': atKill,
    'not once': wrong.map(([what, times]) => `${what} ${times}`).join(),
    'runs of broken steps': brokenRuns,
    verdict: isWhole ? 'holds' : 'broken',
  }
}
