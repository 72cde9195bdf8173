import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../../core/failure.ts'
import { createBeside } from '../../tabular/rejects.ts'

/** Writes a stream to a new file; what stands there already is left, and `-2` is put in the name. */
export async function saveBeside(asked: string, stream: Readable): Promise<string> {
  const refuse = (cause: NodeJS.ErrnoException): never => {
    stream.destroy()
    const { code = '' } = cause
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new Failure('disk_full', { values: { path: asked } }, { cause })
    }
    throw new Failure('file_unwritable', { values: { path: asked, reason: code } }, { cause })
  }
  const { handle, path } = await createBeside(asked).catch(refuse)
  await pipeline(stream, handle.createWriteStream())
  return path
}
