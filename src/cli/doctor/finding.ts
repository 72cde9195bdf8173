import { Failure } from '../../core/failure.ts'
import { fill } from '../../messages/fill.ts'
import type { Messages } from '../../messages/index.ts'

type Level = 'ok' | 'warn' | 'error'

/** The result of one check. */
export interface Finding {
  check: string
  level: Level
  message: string
  /** The failure of the check. Its exit code is that of `doctor`. */
  failure?: Failure
}

export const passed = (check: string, message: string): Finding => ({ check, level: 'ok', message })

export const warning = (check: string, message: string): Finding => ({
  check,
  level: 'warn',
  message,
})

/** Creates the finding of a failure. Rethrows any other error. */
export function failed(check: string, error: unknown, { failures }: Messages): Finding {
  if (!(error instanceof Failure)) throw error
  const { sentence, hint } = failures[error.code]
  const { values } = error.details
  const message = [sentence, hint].map((text) => text && fill(text, values)).filter(Boolean)
  return { check, level: 'error', message: message.join(' '), failure: error }
}
