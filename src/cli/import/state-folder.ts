import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stateFolder } from '../../config/folders.ts'
import { takeLock } from '../../config/lock-file.ts'
import type { Clock } from '../../core/clock.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context.ts'

export const importsFolder = ({ environment, host }: Context): string =>
  join(stateFolder(environment, host.machine), 'imports')

/** Where journals go. Without it nothing is sent: state_unwritable. */
export async function makeImportsFolder(context: Context): Promise<string> {
  const folder = importsFolder(context)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return folder
  } catch (error) {
    throw asWriteFailure(error, folder)
  }
}

/** A write that failed in the state folder. */
export function asWriteFailure(error: unknown, path: string): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined || error instanceof Failure) return error
  const isFull = code === 'ENOSPC' || code === 'EDQUOT'
  return new Failure(
    isFull ? 'disk_full' : 'state_unwritable',
    { values: { path, reason: code } },
    { cause: error },
  )
}

/** Of a file, whatever list it goes to: nobody means to import it twice at once. Throws locked. */
export function lockFile(folder: string, sha256: string, clock: Pick<Clock, 'now'>): () => void {
  const path = join(folder, `${sha256.slice(0, 16)}.lock`)
  try {
    return takeLock(path, clock)
  } catch (error) {
    throw asWriteFailure(error, path)
  }
}
