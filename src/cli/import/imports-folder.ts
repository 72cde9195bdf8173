import { constants } from 'node:fs'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { stateFolder } from '../../config/folders.ts'
import { takeLock } from '../../config/lock-file.ts'
import type { Clock } from '../../core/clock.ts'
import type { Context } from '../context/context.ts'
import { asWriteFailure } from '../host/write-failure.ts'

export const importsFolder = (context: Context): string => folderOf(context, 'imports')

const folderOf = ({ environment, host }: Context, name: JournalFolder): string =>
  join(stateFolder(environment, host.machine), name)

/** The folders of journals: of imports of contacts, and of files of events. */
type JournalFolder = 'imports' | 'events'

/** Creates a folder of journals. Throws state_unwritable: without a journal nothing is sent. */
export async function makeImportsFolder(
  context: Context,
  name: JournalFolder = 'imports',
): Promise<string> {
  const folder = folderOf(context, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await access(folder, constants.W_OK)
    return folder
  } catch (error) {
    throw asWriteFailure(error, folder)
  }
}

/** Locks a file for any list, because two concurrent imports of it are a mistake. Throws locked. */
export function lockFile(folder: string, sha256: string, clock: Pick<Clock, 'now'>): () => void {
  const path = join(folder, `${sha256.slice(0, 16)}.lock`)
  try {
    return takeLock(path, clock)
  } catch (error) {
    throw asWriteFailure(error, path)
  }
}
