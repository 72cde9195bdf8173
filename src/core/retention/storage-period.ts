import { dayMs } from '../time.ts'

/** Custom events of such a period are counted together, and expire together from the count. */
export const storagePeriodMs = 30 * dayMs
