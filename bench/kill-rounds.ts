import { createPostgres } from '../test/support/postgres.ts'
import { seededRandom } from '../test/support/random.ts'
import { type Stage, setStage } from '../test/support/stage.ts'
import { print } from './measure.ts'

type Row = Record<string, string | number> & { verdict: string }

/** Work that many go through, and a round of it in which the service is killed. */
interface Killed {
  what: string
  /** How many go through it. */
  count: number
  /** What begins with a file is tried on SQLite alone. */
  isOfFile?: true
  prepare?(stage: Stage): Promise<unknown>
  round(stage: Stage, random: () => number): Promise<Row>
}

const [rounds = 10, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

/** On SQLite, and where the environment names a PostgreSQL there too; a round that does not hold ends it with 1. */
export async function killRounds(killed: Killed): Promise<void> {
  await killOn('SQLite, one service', killed)
  const server = process.env.REMITE_TEST_DATABASE_URL
  if (!server || killed.isOfFile) return
  const { url, drop } = await createPostgres(server)
  await killOn('PostgreSQL, two services', killed, url).finally(drop)
}

async function killOn(
  title: string,
  { what, count, prepare, round }: Killed,
  database?: string,
): Promise<void> {
  const stage = await setStage(count, database)
  await prepare?.(stage)
  const random = seededRandom(seed)
  const rows: Row[] = []
  for (let done = 0; done < rounds; done++) rows.push(await round(stage, random))
  print(`${title}: ${rounds} kills in ${what} of ${count}, seed ${seed}`, rows)
  if (rows.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1
}
