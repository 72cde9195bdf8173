import { expect, onTestFinished, test, vi } from 'vitest'
import { createJobWaker } from '../../../../src/service/jobs/job-waker.ts'

test('the steps of a job wake the workers at most once a second, and its end always does', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const wake = vi.fn()
  const waker = createJobWaker({ wake })
  for (let step = 0; step < 50; step++) waker.afterStep()
  expect(wake).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1000)
  for (let step = 0; step < 50; step++) waker.afterStep()
  expect(wake).toHaveBeenCalledTimes(2)
  waker.afterLast()
  expect(wake).toHaveBeenCalledTimes(3)
})
