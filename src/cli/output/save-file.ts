import { open, rename, rm, stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { Failure } from '../../core/failure.ts'
import { newUuid } from '../../core/ids.ts'

/** Whether saving would overwrite a file. A pipe or device has nothing to lose. */
export async function isOverwriting(path: string): Promise<boolean> {
  return (await kindOf(path)) === 'file'
}

/**
 * Writes a stream to a temporary file and then replaces the target, completely or not at all. Only
 * the owner may read the file. Throws file_unwritable, disk_full, and the errors of the stream.
 */
export async function saveFile(
  path: string,
  stream: Readable,
  onBytes: (written: number) => void,
): Promise<number> {
  if ((await kindOf(path)) === 'other') return write(path, path, stream, onBytes)
  const part = `${path}.${newUuid().slice(0, 8)}.part`
  try {
    const written = await write(part, path, stream, onBytes)
    await rename(part, path).catch((error) => refuse(error, path))
    return written
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

async function kindOf(path: string): Promise<'none' | 'file' | 'other'> {
  try {
    return (await stat(path)).isFile() ? 'file' : 'other'
  } catch {
    return 'none' // Writing reports what is wrong with the path.
  }
}

async function write(
  path: string,
  target: string,
  stream: Readable,
  onBytes: (written: number) => void,
): Promise<number> {
  const file = await open(path, 'w', 0o600).catch((error) => {
    stream.destroy()
    return refuse(error, target)
  })
  let written = 0
  try {
    for await (const piece of stream) {
      await file.writeFile(piece).catch((error) => refuse(error, target))
      written += piece.length
      onBytes(written)
    }
    return written
  } finally {
    await file.close()
  }
}

function refuse(cause: NodeJS.ErrnoException, path: string): never {
  const { code = '' } = cause
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    throw new Failure('disk_full', { values: { path } }, { cause })
  }
  throw new Failure('file_unwritable', { values: { path, reason: code } }, { cause })
}
