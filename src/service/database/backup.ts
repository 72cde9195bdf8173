import { closeSync, existsSync, openSync, renameSync, rmSync } from 'node:fs'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'
import { rowsOf } from './sqlite.ts'
import { DatabaseThread } from './thread.ts'

/**
 * Writes a consistent copy of an SQLite file while a service may be using it. The copy is made
 * beside the target, checked, and then renamed into place. Only its owner can read it.
 */
export async function backUp(file: string, to: string): Promise<void> {
  if (!existsSync(file)) throw new Failure('not_a_database', { values: { path: file } })
  const part = `${to}.${newUuid().slice(0, 8)}.part`
  try {
    closeSync(openSync(part, 'wx', 0o600))
    await copyInto(file, part)
    await checkIntegrity(part)
    renameSync(part, to)
  } catch (error) {
    throw asFailure(error, { file, to })
  } finally {
    rmSync(part, { force: true })
  }
}

async function copyInto(file: string, part: string): Promise<void> {
  const thread = new DatabaseThread(file, { readOnly: true })
  try {
    await thread.ask('vacuum into ?', [part])
  } finally {
    await thread.end()
  }
}

async function checkIntegrity(part: string): Promise<void> {
  const thread = new DatabaseThread(part, { readOnly: true })
  try {
    const [first] = rowsOf(await thread.ask('pragma quick_check'))
    if (first?.quick_check !== 'ok') throw new Error(`the copy is broken: ${first?.quick_check}`)
  } finally {
    await thread.end()
  }
}

function asFailure(error: unknown, { file, to }: { file: string; to: string }): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  const values = { path: to, reason: code }
  if (code === 'ENOSPC' || /database or disk is full/.test(message)) {
    return new Failure('disk_full', { values: { path: to } }, { cause: error })
  }
  if (/^E[A-Z]+$/.test(code)) return new Failure('file_unwritable', { values }, { cause: error })
  if (/file is not a database/.test(message)) {
    return new Failure('not_a_database', { values: { path: file } }, { cause: error })
  }
  return error
}
