import { cleanWork } from '../../src/service/cleaning/clean-work.ts'
import { bulkWork } from '../../src/service/contacts/bulk/bulk-work.ts'
import { importWork } from '../../src/service/imports/import-work.ts'
import { runNextJob } from '../../src/service/jobs/run.ts'
import { segmentFilter } from '../../src/service/segments/segment-filter.ts'
import type { TestService } from './service.ts'

/** Runs pending jobs, as a worker does, until none is left or `signal` aborts. Returns how often one ran. */
export async function runJobs(
  { service }: TestService,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const workByKind = {
    import: importWork(service),
    clean: cleanWork(service),
    bulk: bulkWork(service, segmentFilter(service.clock)),
  }
  let runs = 0
  while (!signal.aborted && (await runNextJob(service, workByKind, signal))) runs++
  return runs
}
