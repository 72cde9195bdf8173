import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { createLog, type LogSettings, logAfter } from '../../../src/service/log.ts'
import { testClock } from '../../support/clock.ts'

/** Writes one line of each level and returns the text. */
function written(settings: LogSettings): string {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk)
      done()
    },
  })
  const log = createLog(stream, testClock(), settings)
  log.debug('claimed', { count: 3 })
  log.info('campaign paused', { campaign: 7, reason: 'two words', missing: undefined })
  log.warn('slow')
  log.error('failed', 'no reply')
  return text
}

test('each line is a JSON object that names the process', () => {
  const lines = written({ process: 'p1' }).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...{ at: '2027-03-01T09:00:00.000Z', level: 'info', event: 'campaign paused', process: 'p1' },
      ...{ campaign: 7, reason: 'two words' },
    },
    { at: '2027-03-01T09:00:00.000Z', level: 'warn', event: 'slow', process: 'p1' },
    {
      ...{ at: '2027-03-01T09:00:00.000Z', level: 'error', event: 'failed', process: 'p1' },
      error: 'no reply',
    },
  ])
})

test('text is one line for each event', () => {
  expect(written({ format: 'text', level: 'debug' })).toBe(
    `2027-03-01T09:00:00.000Z DEBUG claimed count=3
2027-03-01T09:00:00.000Z INFO  campaign paused campaign=7 reason="two words"
2027-03-01T09:00:00.000Z WARN  slow
2027-03-01T09:00:00.000Z ERROR failed error="no reply"
`,
  )
})

test('a level leaves out what is less important', () => {
  expect(written({ level: 'error' }).trim().split('\n')).toHaveLength(1)
  expect(written({ level: 'warn' }).trim().split('\n')).toHaveLength(2)
})

test('a transaction that fails leaves no line, and one that runs again leaves each line once', async () => {
  const lines: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)).event)
      done()
    },
  })
  const log = createLog(stream, testClock())
  const failed = logAfter(log, async (log) => {
    log.info('campaign sent', { campaign: 1 })
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  await logAfter(log, async (log) => {
    for (let tries = 0; tries < 2; tries++) log.info('campaign sent', { campaign: 2 })
    expect(lines).toEqual([])
  })
  expect(lines).toEqual(['campaign sent'])
})
