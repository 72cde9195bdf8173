import { afterEach, expect, test } from 'vitest'
import { type Clock, systemClock } from '../../../../src/core/clock.ts'
import { renderLines } from '../../../../src/service/campaigns/content-jobs.ts'
import {
  createRenderThreads,
  type RenderThreads,
} from '../../../../src/service/rendering/render-threads.ts'

let threads: RenderThreads
afterEach(() => threads.close())

/** Lines that take a thread a moment: each is compiled and rendered. */
const lines = (source: string, count = 1) => ({
  lines: Array.from({ length: count }, () => ({ source, place: 'asunto' })),
  values: { nombre: 'Ana' },
})

const run = (owner: string, source = 'Hola {{ nombre }}', count = 1) =>
  threads.run(renderLines, lines(source, count), { owner })

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  )

test('a job returns its result, or fails as it would here', async () => {
  threads = createRenderThreads()
  expect(await run('1')).toEqual(['Hola Ana'])
  await expect(run('1', 'Hola {{ nombre | push: 1 }}')).rejects.toThrow(
    expect.objectContaining({
      code: 'filter_refused',
      details: { values: expect.objectContaining({ filter: 'push', line: 1 }) },
    }),
  )
})

test('a job that takes too long is ended with its thread, and the next one gets another', async () => {
  let isPatient = false
  const clock: Clock = {
    now: systemClock.now,
    // The time is over at once, however fast the machine is.
    sleep: (ms, signal) => (isPatient ? systemClock.sleep(ms, signal) : Promise.resolve()),
  }
  threads = createRenderThreads({ clock, processorMs: () => 0 })
  expect(await codeOf(run('1'))).toBe('template_too_slow')
  isPatient = true
  expect(await run('1')).toEqual(['Hola Ana'])
})

test('an owner runs one job at a time, and owners take turns', async () => {
  threads = createRenderThreads()
  // Starts the threads.
  await Promise.all([run('4'), run('5')])
  const order: string[] = []
  const jobs = ['1', '1', '1', '1', '2', '3'].map((owner, index) =>
    run(owner, 'Hola', index === 0 ? 100_000 : 1).then(() => order.push(owner)),
  )
  await Promise.all(jobs)
  // Those of 2 and 3 are done before the second of 1 is.
  expect(order.slice(0, 3).sort()).toEqual(['1', '2', '3'])
})

test('an owner has a bounded queue and a share of the time; others notice nothing', async () => {
  let now = 0
  let processor = 0
  const clock: Clock = { now: () => now, sleep: systemClock.sleep }
  // A job takes ten seconds of this clock.
  const processorMs = () => {
    now += 5000
    processor += 5000
    return processor
  }
  threads = createRenderThreads({ clock, processorMs })
  const flood = await Promise.all(Array.from({ length: 30 }, () => codeOf(run('1'))))
  expect(flood.filter((code) => code === 'rate_limited').length).toBeGreaterThan(0)
  await expect(run('1')).rejects.toThrow(
    expect.objectContaining({
      code: 'rate_limited',
      details: { retryAfterSeconds: expect.any(Number) },
    }),
  )
  expect(await run('2')).toEqual(['Hola Ana'])
  const send = { owner: '1', purpose: 'send' } as const
  expect(await threads.run(renderLines, lines('Hola'), send)).toEqual(['Hola'])
  now += 600_000
  expect(await run('1')).toEqual(['Hola Ana'])
})
