import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import { createBeside } from '../../tabular/rejects.ts'

/** Writes a stream to a new file. If the name exists, the new one gets `-2`. */
export async function saveBeside(requested: string, stream: Readable): Promise<string> {
  const refuse = (cause: NodeJS.ErrnoException): never => {
    stream.destroy()
    const { code = '' } = cause
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Failure('disk_full', { values: { path: requested } }, { cause })
    }
    throw new Failure('file_unwritable', { values: { path: requested, reason: code } }, { cause })
  }
  const { handle, path } = await createBeside(requested).catch(refuse)
  await pipeline(stream, handle.createWriteStream())
  return path
}
