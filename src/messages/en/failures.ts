import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'
import { commandFailures } from './command-failures.ts'
import { hostFailures } from './host-failures.ts'
import { serverFailures } from './server-failures.ts'

export const failures: Record<FailureCode, FailureMessage> = {
  ...commandFailures,
  ...hostFailures,
  ...serverFailures,
}
