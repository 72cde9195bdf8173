import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../src/service/database/connect.ts'
import { newFolder } from './folder.ts'
import { tablesOf } from './tables.ts'

export interface MoveProcess {
  /** The exit code; null when it was killed. */
  ended: Promise<number | null>
  kill(): void
  stderr(): string
}

/** The built `remite database move` as a process of its own. */
export function startMove(file: string, url: string): MoveProcess {
  const words = ['database', 'move', '--from', file]
  const child = spawn(process.execPath, [resolve('bin/remite.js'), ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      HOME: dirname(file),
      LANG: 'en_US.UTF-8',
      REMITE_DATABASE_URL: url,
      REMITE_MASTER_KEY: 'a master key for tests',
    },
  })
  let said = ''
  child.stderr.on('data', (piece) => {
    said += piece
  })
  return {
    ended: once(child, 'close').then(([code]) => code),
    kill: () => child.kill('SIGKILL'),
    stderr: () => said,
  }
}

/** A sum of all rows of every table of ours, the same on either side; '' where there are none. */
export async function contentOf(source: string): Promise<string> {
  const { db, close } = await openDatabase(source)
  try {
    const tables = await tablesOf(db)
    const lines: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      lines.push(...rows.map((row) => `${name} ${lineOf(row)}`))
    }
    return lines.length === 0
      ? ''
      : createHash('sha256').update(lines.sort().join('\n')).digest('hex')
  } finally {
    await close()
  }
}

const lineOf = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, cell]) => [
        name,
        cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell,
      ])
      .sort(),
  )

/** With what was not written into the file itself yet. */
export function copyDatabase(original: string): string {
  const file = join(newFolder(), 'remite.db')
  for (const end of ['', '-wal']) {
    if (existsSync(original + end)) copyFileSync(original + end, file + end)
  }
  return file
}

export interface MoveAftermath {
  /** Where it was when it was killed. */
  killed: 'before the end' | 'before the file was put away' | 'after the end'
  /** Whatever is not as it should be. */
  wrong: string[]
}

/** Kills a move of a copy of `original` when `moment` has come, looks at both sides, and moves again. */
export async function moveInterrupted(
  original: string,
  url: string,
  moment: (move: MoveProcess) => Promise<unknown>,
): Promise<MoveAftermath> {
  const whole = await contentOf(original)
  const file = copyDatabase(original)
  const move = startMove(file, url)
  await Promise.race([moment(move), move.ended])
  move.kill()
  await move.ended
  const isHere = existsSync(file)
  const here = await contentOf(isHere ? file : `${file}.moved`)
  const there = await contentOf(url)
  const wrong: string[] = []
  if (here !== whole) wrong.push('the file is not as it was')
  if (there !== whole && there !== '') wrong.push('a half is in the other database')
  if (!isHere && there === '') wrong.push('the file was put away, and nothing is there')
  if (isHere) {
    const again = startMove(file, url)
    const code = await again.ended
    if (code !== 0) wrong.push(`the next move ended with ${code}: ${again.stderr()}`)
    if ((await contentOf(url)) !== whole) wrong.push('the next move did not bring everything')
    if (existsSync(file)) wrong.push('the file is still in its place')
  }
  return { killed: phaseOf(isHere, there), wrong }
}

function phaseOf(isHere: boolean, there: string): MoveAftermath['killed'] {
  if (!isHere) return 'after the end'
  return there === '' ? 'before the end' : 'before the file was put away'
}
