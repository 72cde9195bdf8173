import type { FailureCode } from '../../core/failure.ts'
import type { FailureMessage } from '../failure-message.ts'
import { commandFailures } from './command-failures.ts'
import { hostFailures } from './host-failures.ts'
import { serverFailures } from './server-failures.ts'
import { usageFailures } from './usage-failures.ts'

export const failures: Record<FailureCode, FailureMessage> = {
  ...usageFailures,
  ...commandFailures,
  ...hostFailures,
  ...serverFailures,
}
