// A service killed with SIGKILL at random moments of a send, round after round: who is lost, who is
// mailed twice, who is left uncertain. On PostgreSQL two services work at once and one is killed.
// node scripts/run.js bench/kill.ts [ROUNDS] [SEED]
import { type Aftermath, mostUncertain, sendInterrupted } from '../test/support/interrupted-send.ts'
import { killRounds } from './kill-rounds.ts'

const count = 5000

await killRounds({
  what: 'sends',
  count,
  round: async (stage, random) => rowOf(await sendInterrupted(stage, random)),
})

function rowOf({ atKill, states, stats, lost, twice, uncertainArrived }: Aftermath) {
  const { sent = 0, uncertain = 0 } = states
  const isWhole = sent + uncertain === count && stats.sent === sent
  const holds = isWhole && lost.length + twice.length === 0 && uncertain <= mostUncertain
  return {
    'at the relay when killed': atKill,
    sent,
    lost: lost.length,
    twice: twice.length,
    uncertain,
    'of these arrived': uncertainArrived,
    verdict: holds ? 'holds' : 'broken',
  }
}
