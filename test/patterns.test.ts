import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { filesIn } from './support/source-files.ts'

interface Found {
  place: string
  pattern: RegExp
}

/** Every pattern that stands in our code. */
const patterns: Found[] = filesIn('src')
  .filter((path) => path.endsWith('.ts'))
  .flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    const found: Found[] = []
    new Visitor({
      Literal(node) {
        if (!('regex' in node) || !(node.value instanceof RegExp)) return
        const line = text.slice(0, node.start).split('\n').length
        found.push({ place: `${path}:${line} ${node.value}`, pattern: node.value })
      },
    }).visit(parseSync(path, text).program)
    return found
  })

/** What a pattern is made of: the signs and letters that it names, and one of each class that it may mean. */
function piecesOf({ source }: RegExp): string[] {
  const signs = [...source.matchAll(/\\([^\w\s])/g)].map(([, sign = '']) => sign)
  const letters = [...source.replace(/\\[a-zA-Z]|[\^$()[\]{}|?*+\\]/g, '')].slice(0, 12)
  return [...new Set([...signs.slice(0, 3), ...letters, 'a', '0', ' ', '\n', '.', '-'])]
}

/** The words that a pattern is made of, as they follow one another in a text. */
function wordsOf({ source }: RegExp): string[] {
  const plain = source.replace(/\\[a-zA-Z]/g, ' ').replace(/[()?*+]/g, '')
  const words = plain.match(/[<@:]?[a-z]{2,}:?/gi) ?? []
  return [...new Set(words)].slice(0, 100).map((word) => (/^\w/.test(word) ? `${word} ` : word))
}

/** Strings on which a pattern that can match in many ways tries all of them before it gives up. */
function* attacksOn(pattern: RegExp, length: number): Generator<string> {
  const pieces = piecesOf(pattern)
  const few = pieces.slice(0, 6)
  const pairs = few.flatMap((one) => few.map((other) => one + other))
  for (const pump of [...pieces, ...pairs]) {
    const long = pump.repeat(Math.ceil(length / pump.length))
    yield `${long}\u0001`
    for (const start of few.slice(0, 2)) yield `${start}${long}\u0001`
  }
  for (const word of wordsOf(pattern)) {
    yield `${word.repeat(Math.ceil(length / word.length))}\u0001`
  }
}

/** Of a time that no pattern of ours may take, more of it says no more. */
const enoughMs = 100

function slowestMs({ pattern }: Found, length: number, enough = enoughMs): number {
  let slowest = 0
  for (const text of attacksOn(pattern, length)) {
    pattern.lastIndex = 0
    const begin = performance.now()
    pattern.test(text)
    slowest = Math.max(slowest, performance.now() - begin)
    if (slowest > enough) break
  }
  return slowest
}

test('what takes exponential time is found by this, among more than a hundred patterns', () => {
  expect(patterns.length).toBeGreaterThan(100)
  expect(slowestMs({ place: '', pattern: /^(a+)+$/ }, 24)).toBeGreaterThan(enoughMs)
})

test('no pattern of ours takes exponential time on a text that is made for it', () => {
  // A disturbed run is not believed: it would have to be disturbed twice.
  const slow = patterns.filter(
    (found) => slowestMs(found, 28) > enoughMs && slowestMs(found, 28) > enoughMs,
  )
  expect(slow.map(({ place }) => place)).toEqual([])
})

/** So long that what takes the square of the time takes long on a fast machine too, and what takes its length none. */
const longText = 60_000
const longMs = 200

test('what takes the square of the time is found by this, whatever it begins with', {
  timeout: 60_000,
}, () => {
  for (const pattern of [/\s+$/, /<img\b[^>]*>/, /<(https?:[^>]+)>/, /\[[^\]]*\]/]) {
    const ms = slowestMs({ place: '', pattern }, longText, longMs)
    expect([pattern, ms > longMs]).toEqual([pattern, true])
  }
})

test('no pattern of ours takes longer than the length of a text asks for', {
  timeout: 120_000,
}, () => {
  const isSlow = (found: Found) => slowestMs(found, longText, longMs) > longMs
  const slow = patterns.filter((found) => isSlow(found) && isSlow(found))
  expect(slow.map(({ place }) => place)).toEqual([])
})

test('a number of ten thousand digits is read in the time of its length', () => {
  const numbers = patterns.filter(({ place }) =>
    /field-values\.ts|conditions\/value\.ts/.test(place),
  )
  expect(numbers.length).toBeGreaterThan(3)
  const text = `${'1'.repeat(100_000)}x`
  for (const { place, pattern } of numbers) {
    const begin = performance.now()
    pattern.test(text)
    expect([place, performance.now() - begin < 1000]).toEqual([place, true])
  }
})
