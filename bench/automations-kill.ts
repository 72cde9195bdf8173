// A service killed with SIGKILL at random moments of an automation that a whole list goes through, round
// after round: what was lost, what was done twice. On PostgreSQL two services work at once and one is killed.
// node scripts/run.js bench/automations-kill.ts [ROUNDS] [SEED]
import { giveRoom, runInterrupted, type Traces } from '../test/support/interrupted-automation.ts'
import { killRounds } from './kill-rounds.ts'

const count = 2000

await killRounds({
  what: 'automations',
  count,
  prepare: giveRoom,
  round: async (stage, random) => rowOf(await runInterrupted(stage, random)),
})

function rowOf({ atKill, once, broken, wrongFigures }: Traces) {
  const wrong = Object.entries(once).filter(([, times]) => times !== count)
  const isWhole = wrong.length + broken + wrongFigures.length === 0
  return {
    'steps when it was back': atKill,
    'not once': wrong.map(([what, times]) => `${what} ${times}`).join(),
    'runs of broken steps': broken,
    verdict: isWhole ? 'holds' : 'broken',
  }
}
