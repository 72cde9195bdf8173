import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { Failure } from '../../core/failure.ts'

/** No body of ours comes near. Whoever walks through one by recursion must not run out of stack. */
const deepest = 100

/**
 * JSON that everybody reads alike: UTF-8, no name twice in one object (some keep the first, some the
 * last), none that would reach into what objects inherit. Nothing else is taken without its own parser.
 */
export function takeJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    if (!isUtf8(bytes as Buffer)) return done(new Failure('malformed')) // as `parseAs` says
    const text = bytes.toString()
    parse(request, text, (error, body) => done(error ?? doubtIn(text, body), body))
  })
}

function doubtIn(text: string, body: unknown): Failure | null {
  const names = countNames(body)
  const isClear = names !== undefined && (names === countColons(text) || !hasNameTwice(text))
  return isClear ? null : new Failure('malformed')
}

/** Names in all objects, those of a name that stood twice once; undefined of what is too deep. */
function countNames(value: unknown): number | undefined {
  let count = 0
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) return undefined
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

/** As many as there are names, or more: a text can hold what looks like one. */
const countColons = (text: string): number => text.match(/"\s*:/g)?.length ?? 0

/** Of a text that is valid JSON. */
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

/** Behind the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0
  while (text[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** JSON has four blanks. */
function isName(text: string, end: number): boolean {
  let at = end
  while (' \t\n\r'.includes(text[at] ?? '.')) at += 1
  return text[at] === ':'
}
