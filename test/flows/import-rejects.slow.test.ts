import { expect, onTestFinished, test } from 'vitest'
import { jobsAt } from '../support/jobs.ts'
import { startService } from '../support/service.ts'

test('an import stops when its rejected rows take too much, and they count', async () => {
  const worker = await startService({ workers: true })
  onTestFinished(() => worker.close())
  const { newList, importFile } = jobsAt(worker)
  const target = await newList('Rejects')
  const good = Array.from({ length: 1000 }, (_, n) => `p${n}@example.org,x\n`).join('')
  const bad = `nobody,${'x'.repeat(100_000)}\n`.repeat(800)
  const job = await importFile(target, `email,nombre\n${good}${bad}`)
  expect(job).toMatchObject({ status: 'failed', error: 'too_many_rejects', created: 1000 })
  expect(job.failed).toBeGreaterThan(500)
  const kept = await worker.service.db.selectFrom('jobs').select('reject_bytes').execute()
  expect(kept[0]?.reject_bytes).toBeGreaterThan(job.failed * 100_000)
})
