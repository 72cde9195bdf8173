import type { failures as english } from '../en/failures.ts'
import { commandFailures } from './command-failures.ts'
import { hostFailures } from './host-failures.ts'
import { serverFailures } from './server-failures.ts'
import { usageFailures } from './usage-failures.ts'

export const failures: typeof english = {
  ...usageFailures,
  ...commandFailures,
  ...hostFailures,
  ...serverFailures,
}
