// A service killed with SIGKILL at random moments of a send, round after round: who is lost, who is
// mailed twice, who is left uncertain. On PostgreSQL two services work at once and one is killed.
// node scripts/run.js bench/kill.ts [ROUNDS] [SEED]
import { type Aftermath, mostUncertain, sendInterrupted } from '../test/support/interrupted-send.ts'
import { createPostgres } from '../test/support/postgres.ts'
import { seededRandom } from '../test/support/random.ts'
import { setStage } from '../test/support/stage.ts'
import { print } from './measure.ts'

const [rounds = 10, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const count = 5000
const server = process.env.REMITE_TEST_DATABASE_URL

await kill('SQLite, one service')
if (server) {
  const { url, drop } = await createPostgres(server)
  await kill('PostgreSQL, two services', url).finally(drop)
}

async function kill(title: string, database?: string): Promise<void> {
  const stage = await setStage(count, database)
  const random = seededRandom(seed)
  const rows: ReturnType<typeof rowOf>[] = []
  for (let round = 1; round <= rounds; round++) {
    rows.push(rowOf(await sendInterrupted(stage, random)))
  }
  print(`${title}: ${rounds} kills in sends of ${count}, seed ${seed}`, rows)
  if (rows.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1
}

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
