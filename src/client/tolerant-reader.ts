import type { Page } from '../contract/endpoint.ts'
import type { Answered } from './outcome.ts'

export type Data = Record<string, unknown>

/** The content of a response: JSON, nothing, other text, or an HTML page. */
type Content =
  | { kind: 'json'; value: unknown }
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'html' }

/** Ignores the content type, because servers label JSON as text and pages as JSON. */
export function readContent(text: string): Content {
  const trimmed = text.trim()
  if (trimmed === '') return { kind: 'empty' }
  try {
    return { kind: 'json', value: JSON.parse(quoteLargeIntegers(trimmed)) }
  } catch {
    // Not JSON.
    return trimmed.startsWith('<') ? { kind: 'html' } : { kind: 'text', text: trimmed }
  }
}

const quoteOrLargeInteger = /\\.|"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/g

/**
 * Quotes integers above 2^53, which would silently become other ids. The function counts quotes
 * instead of matching them in pairs, because a pattern over several megabytes overflows the stack.
 */
function quoteLargeIntegers(json: string): string {
  if (!/\d{16}/.test(json)) return json
  let isInText = false
  return json.replace(quoteOrLargeInteger, (match) => {
    if (match === '"') isInText = !isInText
    const isNumber = !isInText && /\d$/.test(match)
    return isNumber && !Number.isSafeInteger(Number(match)) ? `"${match}"` : match
  })
}

/** Reads one object, at the top level or inside `data`. Anything else becomes the field `value`. */
export function readOne(value: unknown): Data {
  if (!isData(value)) return value === null || value === undefined ? {} : { value }
  const [only, ...others] = Object.keys(value)
  return only === 'data' && others.length === 0 && isData(value.data) ? value.data : value
}

/**
 * Reads a list, at the top level or wrapped, and its paging. Returns undefined if there is no list.
 */
export function readPage(
  value: unknown,
  headers: Answered['headers'],
  path: string,
): Page<Data> | undefined {
  const items = value === undefined || value === null ? [] : listIn(value, nounOf(path))
  if (!items) return undefined
  const beside = placesBeside(value)
  const nextCursor = nextIn(headers, beside)
  const total = totalIn(headers, beside)
  return {
    items: items.map((item) => (isData(item) ? item : { value: item })),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(total !== undefined && { total }),
  }
}

function listIn(value: unknown, noun: string, depth = 0): unknown[] | undefined {
  if (Array.isArray(value)) return value
  if (!isData(value) || depth > 1) return undefined
  for (const name of ['data', 'items', 'results', noun]) {
    const found = listIn(value[name], noun, depth + 1)
    if (found) return found
  }
  const lists = Object.entries(value).filter(
    ([name, each]) => name !== 'errors' && Array.isArray(each),
  )
  return lists.length === 1 ? (lists[0]?.[1] as unknown[]) : undefined // checked by `filter`
}

/** Returns `contacts` for `/lists/:id/contacts`. */
const nounOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith(':'))
    .at(-1) ?? ''

const placesBeside = (value: unknown): Data[] =>
  isData(value) ? [value, value.meta, value.pagination, value.links].filter(isData) : []

function nextIn(headers: Answered['headers'], beside: Data[]): string | undefined {
  const cursor = headers['x-next-cursor'] ?? textIn(beside, ['next_cursor', 'nextCursor'])
  if (cursor) return cursor
  const link = linkedNext(headers.link) ?? textIn(beside, ['next', 'next_page_url'])
  return link ? cursorOf(link) : undefined
}

/** RFC 8288: `<https://…?cursor=abc>; rel="next"`. */
const linkedNext = (header: string | undefined): string | undefined =>
  /<([^<>]*)>[^<]*;\s*rel="?next"?/i.exec(header ?? '')?.[1]

/** Returns the cursor in a link, or its whole query with the leading `?`. */
function cursorOf(link: string): string | undefined {
  const start = link.indexOf('?')
  if (start < 0) return undefined
  const query = link.slice(start).replace(/#.*$/, '')
  return new URLSearchParams(query).get('cursor') ?? query
}

function totalIn(headers: Answered['headers'], beside: Data[]): number | undefined {
  const text = headers['x-total-count'] ?? textIn(beside, ['total', 'total_count'])
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

function textIn(places: Data[], names: string[]): string | undefined {
  for (const place of places) {
    for (const name of names) {
      const found = place[name]
      if (typeof found === 'string' || typeof found === 'number') return String(found)
    }
  }
  return undefined
}

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
