import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requestStop, untilStopRequested } from '../../../../src/cli/sandbox/stop-request.ts'
import { testClock } from '../../../support/clock.ts'
import { newFolder } from '../../../support/folder.ts'

/** Waits for a request to the sandbox `new`. `turn` lets it look once more. */
function waiting() {
  const clock = testClock()
  const stop = new AbortController()
  const folder = newFolder()
  let isOver = false
  const over = untilStopRequested({ folder, instance: 'new' }, { clock, signal: stop.signal }).then(
    () => {
      isOver = true
    },
  )
  const turn = async () => {
    clock.advance(1000)
    await new Promise(setImmediate)
    return isOver
  }
  return { folder, turn, over, stop, file: join(folder, 'stop') }
}

test('a request ends the wait, once', async () => {
  const { folder, turn, file } = waiting()
  expect(await turn()).toBe(false)
  requestStop({ folder, instance: 'new' })
  expect(await turn()).toBe(true)
  expect(existsSync(file)).toBe(false)
})

test('a request to an earlier sandbox of the folder is ignored', async () => {
  const { folder, turn, stop, over } = waiting()
  requestStop({ folder, instance: 'old' })
  expect(await turn()).toBe(false)
  stop.abort('SIGINT')
  await over
})
