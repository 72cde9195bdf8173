// A service killed with SIGKILL at random moments of an automation that a whole list goes through, round
// after round: what was lost, what was done twice. On PostgreSQL two services work at once and one is killed.
// node scripts/run.js bench/automations-kill.ts [ROUNDS] [SEED]
import { giveRoom, runInterrupted, type Traces } from '../test/support/interrupted-automation.ts'
import { createPostgres } from '../test/support/postgres.ts'
import { seededRandom } from '../test/support/random.ts'
import { setStage } from '../test/support/stage.ts'
import { print } from './measure.ts'

const [rounds = 10, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const count = 2000
const server = process.env.REMITE_TEST_DATABASE_URL

await kill('SQLite, one service')
if (server) {
  const { url, drop } = await createPostgres(server)
  await kill('PostgreSQL, two services', url).finally(drop)
}

async function kill(title: string, database?: string): Promise<void> {
  const stage = await setStage(count, database)
  await giveRoom(stage)
  const random = seededRandom(seed)
  const rows: ReturnType<typeof rowOf>[] = []
  for (let round = 1; round <= rounds; round++) {
    rows.push(rowOf(await runInterrupted(stage, random)))
  }
  print(`${title}: ${rounds} kills in automations of ${count}, seed ${seed}`, rows)
  if (rows.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1
}

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
