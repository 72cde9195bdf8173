// Kills a service with SIGKILL at random moments of a send, and counts the recipients that were skipped, mailed
// twice or left uncertain. On PostgreSQL two services work at once, and one of them is killed.
// node scripts/run.js bench/kill.ts [ROUNDS] [SEED]
import {
  maxUncertain,
  type SendOutcome,
  sendInterrupted,
} from '../test/support/processes/interrupted-send.ts'
import { killRounds } from './kill-rounds.ts'

const count = 2000

await killRounds({
  what: 'sends',
  count,
  round: async (stage, random) => rowOf(await sendInterrupted(stage, random)),
})

function rowOf({
  atKill,
  states,
  stats,
  lost,
  duplicates,
  uncertainDelivered: uncertainArrived,
}: SendOutcome) {
  const { sent = 0, uncertain = 0 } = states
  const isWhole = sent + uncertain === count && stats.sent === sent
  const holds = isWhole && lost.length + duplicates.length === 0 && uncertain <= maxUncertain
  return {
    'at the relay when killed': atKill,
    sent,
    lost: lost.length,
    twice: duplicates.length,
    uncertain,
    'of these arrived': uncertainArrived,
    verdict: holds ? 'holds' : 'broken',
  }
}
