import { Failure } from '../../../core/failure.ts'
import { fill } from '../../../messages/fill.ts'
import type { Messages } from '../../../messages/index.ts'

export type Level = 'ok' | 'warn' | 'error'

/** What one check found. */
export interface Finding {
  check: string
  level: Level
  message: string
  /** What is broken: its exit code is the doctor's. */
  failure?: Failure
}

export const fine = (check: string, message: string): Finding => ({ check, level: 'ok', message })

export const doubtful = (check: string, message: string): Finding => ({
  check,
  level: 'warn',
  message,
})

/** Throws what is no failure of ours. */
export function broken(check: string, error: unknown, { failures }: Messages): Finding {
  if (!(error instanceof Failure)) throw error
  const { sentence, hint } = failures[error.code]
  const { values } = error.details
  const message = [sentence, hint].map((text) => text && fill(text, values)).filter(Boolean)
  return { check, level: 'error', message: message.join(' '), failure: error }
}
