import { close, open, write } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { mebibyte } from '../core/bytes.ts'
import { Failure } from '../core/failure.ts'
import { refuseLowDisk } from '../core/free-space.ts'
import { newUuid } from '../core/ids.ts'

/** Larger than any workbook that Excel can open. Limits the disk space that a pipe can use. */
const maxBytes = 512 * mebibyte

/** How often the free space is looked at. */
const checkedBytes = 16 * mebibyte

const openFile = promisify(open)
const writeFile = promisify(write)
const closeFile = promisify(close)

export const openForReading = (path: string): Promise<number> => openFile(path, 'r')

/**
 * Copies a stream to an unlinked file, for formats that are read from their end. Closing the
 * returned descriptor deletes the file, even if the process is killed. Throws Failure:
 * file_too_large, disk_full.
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
    let checked = -checkedBytes
    for await (const piece of bytes) {
      if (length - checked >= checkedBytes) {
        await refuseLowDisk(folder)
        checked = length
      }
      length += piece.length
      if (length > maxBytes) {
        throw new Failure('file_too_large', { values: { limit: maxBytes / mebibyte } })
      }
      for (let offset = 0; offset < piece.length; ) {
        offset += (await writeFile(fd, piece, offset, piece.length - offset)).bytesWritten
      }
    }
    return fd
  } catch (error) {
    await closeFile(fd)
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    throw new Failure('disk_full', {}, { cause: error })
  }
}
