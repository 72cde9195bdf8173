import { expect, test } from 'vitest'
import { createLocalFormat } from '../../../../src/cli/output/local-value.ts'
import { createProgress, formatSeconds } from '../../../../src/cli/output/progress.ts'
import { terminalMessages } from '../../../../src/cli/output/terminal-messages.ts'
import { Collected } from './collect.ts'

function open({
  style = 'bar',
  language = 'en',
  columns = 80,
  unicode = true,
}: {
  style?: 'bar' | 'lines' | 'none'
  language?: 'en' | 'es'
  columns?: number
  unicode?: boolean
} = {}) {
  const stderr = new Collected()
  const clock = { time: 0, now: () => clock.time }
  const progress = createProgress(language === 'en' ? 'Importing' : 'Importando', {
    stderr,
    style,
    columns: () => columns,
    clock,
    unicode,
    local: createLocalFormat({ language, timezone: 'UTC', unicode }),
    messages: terminalMessages[language],
  })
  return { progress, stderr, clock }
}

test.each([
  { language: 'en', unicode: true },
  { language: 'es', unicode: true },
  { language: 'en', unicode: false },
] as const)('the bar shows percentage, count, rate and time left: %o', (changes) => {
  const { progress, stderr, clock } = open(changes)
  progress.update(0, 200_000)
  clock.time = 10_000
  progress.update(84_000, 200_000)
  expect(stderr.text.split('\r').at(-1)).toMatchSnapshot()
})

test('it redraws at most ten times per second, and always at the end', () => {
  const { progress, stderr, clock } = open()
  for (let count = 1; count <= 2000; count += 1) {
    clock.time = count / 2
    progress.update(count, 2000)
  }
  const draws = stderr.text.split('\r').slice(1)
  expect(draws.length).toBeLessThanOrEqual(12)
  expect(draws.at(-1)).toContain('2,000 of 2,000')
})

test('without a total it shows only the count', () => {
  const { progress, stderr, clock } = open()
  progress.update(0)
  clock.time = 2000
  progress.update(500)
  expect(stderr.text.split('\r').at(-1)?.trimEnd()).toBe('Importing  500  250/s')
})

test('items from an earlier run do not count for the rate', () => {
  const { progress, stderr, clock } = open()
  progress.update(100_000, 200_000)
  clock.time = 1000
  progress.update(100_100, 200_000)
  expect(stderr.text).toContain('100/s')
})

test('the rate covers the last ten seconds', () => {
  const { progress, stderr, clock } = open()
  for (let second = 0; second <= 60; second += 1) {
    clock.time = second * 1000
    progress.update(second < 40 ? second * 1000 : 40_000 + (second - 40) * 10, 100_000)
  }
  expect(stderr.text.split('\r').at(-1)).toContain('10/s')
})

test('a bar never uses the last cell of its line, so the terminal does not wrap', () => {
  for (const columns of [20, 40, 60, 80]) {
    const { progress, stderr, clock } = open({ columns })
    progress.update(0, 200_000)
    clock.time = 10_000
    progress.update(84_000, 200_000)
    for (const line of stderr.text.split('\r')) expect(line.trimEnd().length).toBeLessThan(columns)
  }
})

test('clearing it leaves an empty line', () => {
  const { progress, stderr } = open()
  progress.update(1, 2)
  progress.clear()
  const [, drawn = '', blank = '', rest] = stderr.text.split('\r')
  expect(blank).toBe(' '.repeat(drawn.length))
  expect(rest).toBe('')
  progress.clear()
  expect(stderr.text.split('\r')).toHaveLength(4)
})

test('in a log it writes one line per ten percent', () => {
  const { progress, stderr, clock } = open({ style: 'lines' })
  for (let count = 0; count <= 1000; count += 1) {
    clock.time = count * 100
    progress.update(count, 1000)
  }
  const lines = stderr.text.trimEnd().split('\n')
  expect(lines).toHaveLength(10)
  expect(lines[4]).toBe('Importing: 50%, 500 of 1,000, 10/s, 50 s left')
  expect(lines[9]).toBe('Importing: 100%, 1,000 of 1,000, 10/s')
})

test('without a terminal it writes nothing', () => {
  const { progress, stderr } = open({ style: 'none' })
  progress.update(1, 2)
  progress.update(2, 2)
  progress.clear()
  expect(stderr.text).toBe('')
})

test.each([
  [0.4, '1 s'],
  [94, '1 min 34 s'],
  [3600, '1 h 0 min'],
  [93_784, '26 h 3 min'],
])('%d seconds are %s', (seconds, text) => expect(formatSeconds(seconds)).toBe(text))
