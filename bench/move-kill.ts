// A move to PostgreSQL that is killed with SIGKILL at a random moment and then made again: whether the
// file is whole, nothing half is over there, and everything is in the end.
// REMITE_TEST_DATABASE_URL=postgres://… node scripts/run.js bench/move-kill.ts [ROUNDS] [SEED]
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyDatabase, moveInterrupted, startMove } from '../test/support/interrupted-move.ts'
import { createPostgres } from '../test/support/postgres.ts'
import type { Stage } from '../test/support/stage.ts'
import { killRounds } from './kill-rounds.ts'

const server = process.env.REMITE_TEST_DATABASE_URL
if (!server) throw new Error('REMITE_TEST_DATABASE_URL names no PostgreSQL')

const fileOf = ({ folder }: Stage): string => join(folder, 'remite.db')
let usualMs = 0

await killRounds({
  what: 'moves',
  count: 20_000,
  isOfFile: true,
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
      const { killed, wrong } = await moveInterrupted(fileOf(stage), url, () => sleep(afterMs))
      return { 'after ms': afterMs, killed, verdict: wrong.join('; ') || 'holds' }
    }),
})

async function inPostgres<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  const { url, drop } = await createPostgres(server ?? '')
  return work(url).finally(drop)
}
