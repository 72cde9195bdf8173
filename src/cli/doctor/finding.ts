import { Failure } from '../../core/failure.ts'
import type { Messages } from '../../messages/index.ts'
import { explain } from '../output/explain-failure.ts'

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
export function failed(check: string, error: unknown, messages: Messages): Finding {
  if (!(error instanceof Failure)) throw error
  const { detail, advice } = explain(error, messages)
  const message = [detail, advice].filter(Boolean).join(' ')
  return { check, level: 'error', message, failure: error }
}
