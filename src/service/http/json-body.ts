import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'

/** No valid body is this deep. Recursion over a body must not overflow the stack. */
const maxDepth = 100

/**
 * Accepts only JSON that all parsers read the same way: UTF-8, no duplicate names in an object
 * (parsers keep the first or the last), and no names that reach prototypes. Other types need their
 * own parser.
 */
export function addJsonParser(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes as Buffer)) return done(new Failure('malformed')) // guaranteed by `parseAs`
    const text = bytes.toString()
    parse(request, text, (error, body) => done(error ?? problemIn(text, body), body))
  })
}

function problemIn(text: string, body: unknown): Failure | null {
  const names = countNames(body)
  const isClear = names !== undefined && (names === countColons(text) || !hasNameTwice(text))
  return isClear ? null : new Failure('malformed')
}

/** Counts the names of all objects, duplicates once; undefined if the body is too deep. */
function countNames(value: unknown): number | undefined {
  let count = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxDepth) return undefined
    const inside: unknown[] = []
    for (const each of level) {
      if (typeof each !== 'object' || each === null) continue
      const values = Object.values(each)
      if (!Array.isArray(each)) count += values.length
      for (const inner of values) if (typeof inner === 'object') inside.push(inner)
    }
    level = inside
  }
  return count
}

/** At least the number of names: strings may contain something that looks like one. */
const countColons = (text: string): number => text.match(/"\s*:/g)?.length ?? 0

/** Expects valid JSON. */
function hasNameTwice(text: string): boolean {
  const open: (Set<string> | undefined)[] = []
  const marks = /["{}[\]]/g
  for (let mark = marks.exec(text); mark; mark = marks.exec(text)) {
    const [sign] = mark
    if (sign === '{') open.push(new Set())
    else if (sign === '[') open.push(undefined)
    else if (sign !== '"') open.pop()
    else {
      const end = endOfString(text, mark.index)
      marks.lastIndex = end
      if (!isName(text, end)) continue
      const name = JSON.parse(text.slice(mark.index, end))
      const names = open.at(-1)
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}

/** Returns the index after the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0
  while (text[index - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** JSON has four whitespace characters. */
function isName(text: string, end: number): boolean {
  let index = end
  while (' \t\n\r'.includes(text[index] ?? '.')) index += 1
  return text[index] === ':'
}
