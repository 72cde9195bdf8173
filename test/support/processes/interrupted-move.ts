import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../../../src/service/database/connect.ts'
import { tablesOf } from '../database/tables.ts'
import { newFolder } from '../folder.ts'

export interface MoveProcess {
  /** The exit code, or null if the process was killed. */
  ended: Promise<number | null>
  kill(): void
  stderr(): string
}

/** Starts the built `remite database move` as a separate process. */
export function startMove(file: string, url: string): MoveProcess {
  const args = ['database', 'move', '--from', file]
  const child = spawn(process.execPath, [resolve('bin/remite.js'), ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      HOME: dirname(file),
      LANG: 'en_US.UTF-8',
      REMITE_DATABASE_URL: url,
      REMITE_MASTER_KEY: 'a master key for tests',
    },
  })
  let stderr = ''
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return {
    ended: once(child, 'close').then(([code]) => code),
    kill: () => child.kill('SIGKILL'),
    stderr: () => stderr,
  }
}

/** Returns a checksum of all rows, the same on SQLite and PostgreSQL, or '' if there are no rows. */
export async function contentOf(source: string): Promise<string> {
  const { db, close } = await openDatabase(source)
  try {
    const tables = await tablesOf(db)
    const lines: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db)
      lines.push(...rows.map((row) => `${name} ${toLine(row)}`))
    }
    return lines.length === 0
      ? ''
      : createHash('sha256').update(lines.sort().join('\n')).digest('hex')
  } finally {
    await close()
  }
}

const toLine = (row: object): string =>
  JSON.stringify(
    Object.entries(row)
      .map(([name, cell]) => [
        name,
        cell instanceof Uint8Array ? Buffer.from(cell).toString('base64') : cell,
      ])
      .sort(),
  )

/** Copies an SQLite database, including its write-ahead log. */
export function copyDatabase(original: string): string {
  const file = join(newFolder(), 'remite.db')
  for (const suffix of ['', '-wal']) {
    if (existsSync(original + suffix)) copyFileSync(original + suffix, file + suffix)
  }
  return file
}

export interface MoveOutcome {
  /** The phase in which the move was killed. */
  killed: 'before the end' | 'before the file was put away' | 'after the end'
  problems: string[]
}

/** Moves a copy of `original`, kills the move when `moment` resolves, checks both databases and moves again. */
export async function interruptMove(
  original: string,
  url: string,
  moment: (move: MoveProcess) => Promise<unknown>,
): Promise<MoveOutcome> {
  const expected = await contentOf(original)
  const file = copyDatabase(original)
  const move = startMove(file, url)
  await Promise.race([moment(move), move.ended])
  move.kill()
  await move.ended
  const isFileInPlace = existsSync(file)
  const source = await contentOf(isFileInPlace ? file : `${file}.moved`)
  const target = await contentOf(url)
  const problems: string[] = []
  if (source !== expected) problems.push('the file is not as it was')
  if (target !== expected && target !== '') problems.push('a half is in the other database')
  if (!isFileInPlace && target === '') problems.push('the file was put away, and nothing is there')
  if (isFileInPlace) {
    const secondMove = startMove(file, url)
    const code = await secondMove.ended
    if (code !== 0) problems.push(`the next move ended with ${code}: ${secondMove.stderr()}`)
    if ((await contentOf(url)) !== expected) problems.push('the next move did not bring everything')
    if (existsSync(file)) problems.push('the file is still in its place')
  }
  return { killed: phaseOf(isFileInPlace, target), problems }
}

function phaseOf(isFileInPlace: boolean, target: string): MoveOutcome['killed'] {
  if (!isFileInPlace) return 'after the end'
  return target === '' ? 'before the end' : 'before the file was put away'
}
