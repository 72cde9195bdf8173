import { createPostgres } from '../test/support/database/postgres.ts'
import { createInstallation, type Installation } from '../test/support/processes/installation.ts'
import { seededRandom } from '../test/support/random.ts'
import { print } from './measure.ts'

type Row = Record<string, string | number> & { verdict: string }

/** Work on many recipients, and a round of it in which the service is killed. */
interface KillTest {
  what: string
  /** The number of recipients. */
  count: number
  /** Set if the work starts from an SQLite file, so that it runs on SQLite only. */
  isSqliteOnly?: true
  prepare?(stage: Installation): Promise<unknown>
  round(stage: Installation, random: () => number): Promise<Row>
}

const [rounds = 10, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

/**
 * Runs the rounds on SQLite, and on PostgreSQL if `REMITE_TEST_DATABASE_URL` names one. The exit code is 1 if a
 * round fails.
 */
export async function killRounds(test: KillTest): Promise<void> {
  await killOn('SQLite, one service', test)
  const server = process.env.REMITE_TEST_DATABASE_URL
  if (!server || test.isSqliteOnly) return
  const { url, drop } = await createPostgres(server)
  await killOn('PostgreSQL, two services', test, url).finally(drop)
}

async function killOn(
  title: string,
  { what, count, prepare, round }: KillTest,
  database?: string,
): Promise<void> {
  const stage = await createInstallation(count, database)
  await prepare?.(stage)
  const random = seededRandom(seed)
  const rows: Row[] = []
  for (let done = 0; done < rounds; done++) rows.push(await round(stage, random))
  print(`${title}: ${rounds} kills in ${what} of ${count}, seed ${seed}`, rows)
  if (rows.some(({ verdict }) => verdict !== 'holds')) process.exitCode = 1
}
