import { close, open, write } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Failure } from '../core/failure.ts'
import { newUuid } from '../core/ids.ts'

/** More than a workbook that Excel can hold; what a pipe may fill the disk with. */
const mostBytes = 512 * 1024 * 1024

const openFile = promisify(open)
const writeFile = promisify(write)
const closeFile = promisify(close)

export const openForReading = (path: string): Promise<number> => openFile(path, 'r')

/**
 * A stream to a file without a name, for what must be read from its end: the answer is open for reading,
 * and closing it is what removes it, even when the process is killed. Throws Failure: file_too_large,
 * disk_full.
 */
export async function spool(
  bytes: AsyncIterable<Uint8Array>,
  folder: string = tmpdir(),
): Promise<number> {
  const path = join(folder, `remite-${newUuid()}`)
  const fd = await openFile(path, 'wx+', 0o600)
  try {
    await rm(path)
    let length = 0
    for await (const piece of bytes) {
      length += piece.length
      if (length > mostBytes) {
        throw new Failure('file_too_large', { values: { limit: mostBytes / 1024 ** 2 } })
      }
      for (let at = 0; at < piece.length; ) {
        at += (await writeFile(fd, piece, at, piece.length - at)).bytesWritten
      }
    }
    return fd
  } catch (error) {
    await closeFile(fd)
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new Failure('disk_full', {}, { cause: error })
  }
}
