import { Failure } from '../../core/failure.ts'

/** Converts a write error in the state folder into Failure `disk_full` or `state_unwritable`. */
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
