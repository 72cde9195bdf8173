import { Failure } from '../core/failure.ts'

/** Returns the reason of the abort if it is a Failure, otherwise `interrupted`. */
export const interruption = (signal: AbortSignal, cause?: unknown): Failure =>
  signal.reason instanceof Failure
    ? signal.reason
    : new Failure('interrupted', {}, { cause: cause ?? signal.reason })
