import type { Failure, FailureCode } from '../../core/failure.ts'

/**
 * Work on a template of a user, which a thread does. Input and result are copied, so they are plain
 * data.
 */
export interface Job<Input, Result> {
  name: string
  run(input: Input): Result | Promise<Result>
}

export interface JobRequest {
  name: string
  input: unknown
}

export type JobReply =
  | { result: unknown }
  | { failure: FailureCode; details: Failure['details'] }
  | { error: string }
