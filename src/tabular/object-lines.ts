import { Failure } from '../core/failure.ts'
import { mustYield, yieldTurn } from '../core/yield.ts'
import { namedDecoder } from './decoder.ts'
import { linesOf, maxBadLines, maxLineLength } from './ndjson-reader.ts'
import { rejectColumns } from './reject-columns.ts'
import type { RejectsLayout } from './rejects.ts'
import { decodeText } from './text.ts'

/** A line of NDJSON, with the object in it. Unlike cells of a table, its values have types. */
interface ObjectLine {
  /** From 1. */
  line: number
  text: string
  /** Absent: the line is no JSON object. */
  object?: Readonly<Record<string, unknown>>
}

/**
 * Reads NDJSON as it arrives, without waiting for a sample of the file. Blank lines are left out. Throws
 * Failure('file_not_table') if too many lines are no objects.
 */
export async function* readObjectLines(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<ObjectLine> {
  let line = 0
  let bad = 0
  for await (const text of linesOf(decodeText(chunks, namedDecoder('utf-8')))) {
    line++
    if (mustYield()) await yieldTurn()
    if (text.trim() === '') continue
    const object = text.length > maxLineLength ? undefined : parseObject(text)
    if (!object && ++bad > maxBadLines) throw new Failure('file_not_table', { values: { line } })
    yield object ? { line, text, object: withoutReject(object) } : { line, text }
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Removes what a rejects file adds, so that a corrected one can be sent again. */
function withoutReject(object: Record<string, unknown>): Record<string, unknown> {
  if (!rejectColumns.every((name) => name in object)) return object
  return Object.fromEntries(
    Object.entries(object).filter(([name]) => !(rejectColumns as readonly string[]).includes(name)),
  )
}

/** Writes rejected lines as in the source, with the line, the code and the message as further members. */
export const objectRejects: RejectsLayout = {
  head: () => '',
  row([text = ''], { line, code }, why) {
    const object = parseObject(text)
    const [lineKey, codeKey, messageKey] = rejectColumns
    const reason = { [lineKey]: line, [codeKey]: code, [messageKey]: why }
    return `${JSON.stringify({ ...(object ? withoutReject(object) : { text }), ...reason })}\n`
  },
}
