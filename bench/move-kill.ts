// Kills a move to PostgreSQL with SIGKILL at a random moment and runs it again. Checks that the source file is
// intact, that the target is never partial, and that the second run completes.
// REMITE_TEST_DATABASE_URL=postgres://… node scripts/run.js bench/move-kill.ts [ROUNDS] [SEED]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgres } from '../test/support/database/postgres.ts'
import type { Installation } from '../test/support/processes/installation.ts'
import {
  copyDatabase,
  interruptMove,
  startMove,
} from '../test/support/processes/interrupted-move.ts'
import { killRounds } from './kill-rounds.ts'

const server = process.env.REMITE_TEST_DATABASE_URL
if (!server) throw new Error('REMITE_TEST_DATABASE_URL names no PostgreSQL')

const fileOf = ({ folder }: Installation): string => join(folder, 'remite.db')
let usualMs = 0

await killRounds({
  what: 'moves',
  count: 20_000,
  isSqliteOnly: true,
  prepare: (stage) =>
    inPostgres(async (url) => {
      const began = performance.now()
      const move = startMove(copyDatabase(fileOf(stage)), url)
      if ((await move.ended) !== 0) throw new Error(move.stderr())
      usualMs = performance.now() - began
    }),
  round: (stage, random) =>
    inPostgres(async (url) => {
      const afterMs = Math.round(random() * usualMs)
      const { killed, problems } = await interruptMove(fileOf(stage), url, () => sleep(afterMs))
      return { 'after ms': afterMs, killed, verdict: problems.join('; ') || 'holds' }
    }),
})

async function inPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { url, drop } = await createPostgres(server ?? '')
  return work(url).finally(drop)
}
