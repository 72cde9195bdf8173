import type { failures as english } from '../en/failures.ts'
import { commandFailures } from './command-failures.ts'
import { hostFailures } from './host-failures.ts'
import { serverFailures } from './server-failures.ts'

export const failures: typeof english = { ...commandFailures, ...hostFailures, ...serverFailures }
