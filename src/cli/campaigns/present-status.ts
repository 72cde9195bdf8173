import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readProgress } from './campaign-progress.ts'

/**
 * Returns the present status of a campaign when a send is repeated: the earlier answer has the status of then.
 * For people only. Scripts get the same answer each time.
 */
export async function presentStatus(
  context: Context,
  id: unknown,
  { repeated }: { repeated?: true },
): Promise<{ status?: string }> {
  if (!repeated || !context.output.isWatched || id === undefined) return {}
  try {
    const { status } = await readProgress(context, Number(id))
    return status === '' ? {} : { status }
  } catch (error) {
    // The earlier answer is still true.
    if (error instanceof Failure) return {}
    throw error
  }
}
