import { Failure } from '../core/failure.ts'

/** Whether the server lacks the route or the field: another server may implement only part of the API. */
export const isNotOffered = (error: unknown): boolean =>
  error instanceof Failure && error.code === 'not_offered'

/** The result of a call, or undefined when the server does not offer it. */
export async function ifOffered<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call
  } catch (error) {
    if (isNotOffered(error)) return undefined
    throw error
  }
}
