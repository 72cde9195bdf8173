import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { startCpuTimer } from './support/cpu-time.ts'
import { filesIn } from './support/source/source-files.ts'

interface FoundPattern {
  location: string
  pattern: RegExp
}

/** Every regular expression in the source. */
const patterns: FoundPattern[] = filesIn('src')
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const found: FoundPattern[] = []
    new Visitor({
      Literal(node) {
        if (!('regex' in node) || !(node.value instanceof RegExp)) return
        const line = text.slice(0, node.start).split('\n').length
        found.push({ location: `${path}:${line} ${node.value}`, pattern: node.value })
      },
    }).visit(parseSync(path, text).program)
    return found
  })

/** Characters to attack a pattern with: the signs and letters that it names, and one of each class. */
function charactersOf({ source }: RegExp): string[] {
  const signs = [...source.matchAll(/\\([^\w\s])/g)].map(([, sign = '']) => sign)
  const letters = [...source.replace(/\\[a-zA-Z]|[\^$()[\]{}|?*+\\]/g, '')].slice(0, 12)
  return [...new Set([...signs.slice(0, 3), ...letters, 'a', '0', ' ', '\n', '.', '-'])]
}

/** The literal words in a pattern, each followed by a space where it begins with a letter. */
function wordsOf({ source }: RegExp): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, ' ').replace(/[()?*+]/g, '')
  const words = plain.match(/[<@:]?[a-z]{2,}:?/gi) ?? []
  return [...new Set(words)].slice(0, 100).map((word) => (/^\w/.test(word) ? `${word} ` : word))
}

/** Texts on which a pattern that can match in many ways tries all of them before it fails. */
function* attacksOn(pattern: RegExp, length: number): Generator<string> {
  const characters = charactersOf(pattern)
  const few = characters.slice(0, 6)
  const pairs = few.flatMap((a) => few.map((b) => a + b))
  for (const unit of [...characters, ...pairs]) {
    const long = unit.repeat(Math.ceil(length / unit.length))
    yield `${long}\u0001`
    for (const start of few.slice(0, 2)) yield `${start}${long}\u0001`
  }
  for (const word of wordsOf(pattern)) {
    yield `${word.repeat(Math.ceil(length / word.length))}\u0001`
  }
}

/** Far longer than any of our patterns takes on a short text. */
const tooLongMs = 100

function msOf(pattern: RegExp, text: string): number {
  pattern.lastIndex = 0
  const cpuMs = startCpuTimer()
  pattern.test(text)
  return cpuMs()
}

function slowestMs(pattern: RegExp, length: number): number {
  let slowest = 0
  for (const text of attacksOn(pattern, length)) {
    slowest = Math.max(slowest, msOf(pattern, text))
    if (slowest > tooLongMs) break
  }
  return slowest
}

test('the check finds patterns that take exponential time', () => {
  expect(patterns.length).toBeGreaterThan(100)
  expect(slowestMs(/^(a+)+$/, 24)).toBeGreaterThan(tooLongMs)
})

test('no pattern takes exponential time', () => {
  // A machine under load can delay one run, hence two.
  const slow = patterns.filter(
    ({ pattern }) => slowestMs(pattern, 28) > tooLongMs && slowestMs(pattern, 28) > tooLongMs,
  )
  expect(slow.map(({ location }) => location)).toEqual([])
})

const shortLength = 2_000
const longLength = 8 * shortLength

/** Texts of this length find the suspicious patterns in half of the time or less. */
const scanLength = shortLength * 4

/** A linear pattern needs less than a quarter of a millisecond for such a text. */
const suspiciousMs = 2.5

/** Eight times the text takes a linear pattern 8 times as long and a quadratic one 64 times. */
const maxGrowth = 24

/** The faster of two runs, because a disturbed run is only ever slower. */
function fastestMs(pattern: RegExp, text: string): number {
  return Math.min(msOf(pattern, text), msOf(pattern, text))
}

/** Whether some text makes the pattern slower than in proportion to its length. */
function growsFaster(pattern: RegExp): boolean {
  const short = attacksOn(pattern, shortLength)
  const long = attacksOn(pattern, longLength)
  for (const text of attacksOn(pattern, scanLength)) {
    const { value: prefix = '' } = short.next()
    const { value: whole = '' } = long.next()
    if (msOf(pattern, text) <= suspiciousMs) continue
    const ms = fastestMs(pattern, whole)
    if (ms > suspiciousMs && ms > maxGrowth * fastestMs(pattern, prefix)) return true
  }
  return false
}

test('the check finds patterns that take quadratic time, whatever they begin with', {
  timeout: 60_000,
}, () => {
  for (const pattern of [/\s+$/, /<img\b[^>]*>/, /<(https?:[^>]+)>/, /\[[^\]]*\]/]) {
    expect([pattern, growsFaster(pattern)]).toEqual([pattern, true])
  }
})

test('no pattern takes more than linear time', { timeout: 120_000 }, () => {
  const slow = patterns.filter(({ pattern }) => growsFaster(pattern))
  expect(slow.map(({ location }) => location)).toEqual([])
})

test('a number of a hundred thousand digits is read in linear time', () => {
  const numbers = patterns.filter(({ location }) =>
    /field-values\.ts|conditions\/value\.ts/.test(location),
  )
  expect(numbers.length).toBeGreaterThan(3)
  const text = `${'1'.repeat(100_000)}x`
  for (const { location, pattern } of numbers) {
    const begin = performance.now()
    pattern.test(text)
    expect([location, performance.now() - begin < 1000]).toEqual([location, true])
  }
})
