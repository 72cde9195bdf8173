import { Failure } from '../core/failure.ts'

/** What stopped it, when the one who stopped it said so. */
export const interruption = (signal: AbortSignal, cause?: unknown): Failure =>
  signal.reason instanceof Failure
    ? signal.reason
    : new Failure('interrupted', {}, { cause: cause ?? signal.reason })
