import { statfs } from 'node:fs/promises'
import { mebibyte } from './bytes.ts'
import { Failure } from './failure.ts'

/** Kept free for the database, which must always be able to write. */
const reservedBytes = 256 * mebibyte

/** On a small disk, less is kept free. */
const reservedShare = 0.05

/** Throws disk_full if the disk of a folder has little space left. */
export async function refuseLowDisk(folder: string): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder)
  if (bavail * bsize < Math.min(reservedBytes, blocks * bsize * reservedShare)) {
    throw new Failure('disk_full')
  }
}
