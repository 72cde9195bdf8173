import { brokenWorkbook } from './broken-workbook.ts'

/** What is told of an XML document, in its order. Names come without their prefix. */
export interface XmlHandler {
  /** `tag` is what stands between the angle brackets, for `attributesOf`. */
  open(name: string, tag: string): void
  /** One text may come in parts. */
  text(text: string): void
  close(name: string): void
}

/** Longer than any tag or text of a workbook, so that what never ends is found out. */
const longestPiece = 1024 * 1024

/** A workbook nests about ten deep. */
const deepest = 100

const slash = 47
const bang = 33
const question = 63
const quote = 34
const apostrophe = 39

/**
 * XML in chunks of text to calls. Not of every document: no DTD, and so no entity but the five; what
 * is not well-formed in its nesting throws Failure('workbook_broken').
 */
export function createXmlScanner(handler: XmlHandler) {
  const names: string[] = []
  let held = ''

  function take(xml: string, at: number, end: number): void {
    const sign = xml.charCodeAt(at + 1)
    if (sign === slash) close(localName(xml.slice(at + 2, end - 1)))
    else if (sign === bang) {
      if (xml.startsWith('<![CDATA[', at)) handler.text(xml.slice(at + 9, end - 3))
    } else if (sign !== question) open(xml, at + 1, end - 1)
  }

  function open(xml: string, start: number, end: number): void {
    const isEmpty = xml.charCodeAt(end - 1) === slash
    const tag = xml.slice(start, isEmpty ? end - 1 : end)
    const nameEnd = endOfName(tag)
    const name = localName(nameEnd === -1 ? tag : tag.slice(0, nameEnd))
    if (names.push(name) > deepest) throw brokenWorkbook()
    handler.open(name, tag)
    if (isEmpty) close(name)
  }

  function close(name: string): void {
    if (names.pop() !== name) throw brokenWorkbook()
    handler.close(name)
  }

  return {
    write(chunk: string): void {
      const xml = held + chunk
      let at = 0
      for (;;) {
        const start = xml.indexOf('<', at)
        if (start === -1) break
        if (start > at) handler.text(decodeEntities(xml.slice(at, start)))
        at = start
        const end = endOfMarkup(xml, start)
        if (end === 0) break
        take(xml, start, end)
        at = end
      }
      held = xml.slice(at)
      if (held.length > longestPiece) throw brokenWorkbook()
    },
    end(): void {
      if (names.length > 0 || held.includes('<')) throw brokenWorkbook()
    },
  }
}

/** Behind what begins at `at`; 0 when it ends in a later chunk. */
function endOfMarkup(xml: string, at: number): number {
  const sign = xml.charCodeAt(at + 1)
  if (sign === question) return behind(xml, '?>', at)
  if (sign !== bang) return endOfTag(xml, at)
  if (xml.startsWith('<!--', at)) return behind(xml, '-->', at + 4)
  if (xml.startsWith('<![CDATA[', at)) return behind(xml, ']]>', at)
  if (xml.length - at < '<![CDATA['.length) return 0
  throw brokenWorkbook()
}

function behind(xml: string, mark: string, from: number): number {
  const at = xml.indexOf(mark, from)
  return at === -1 ? 0 : at + mark.length
}

/** A `>` may stand in the value of an attribute. */
function endOfTag(xml: string, from: number): number {
  let end = xml.indexOf('>', from)
  let at = from
  while (end !== -1) {
    const start = nextQuote(xml, at, end)
    if (start === -1) return end + 1
    at = xml.indexOf(xml.charAt(start), start + 1) + 1
    if (at === 0) return 0
    if (at > end) end = xml.indexOf('>', at)
  }
  return 0
}

function nextQuote(xml: string, from: number, end: number): number {
  const equals = xml.indexOf('=', from)
  return equals === -1 || equals > end ? -1 : openingQuote(xml, equals + 1)
}

/** Names as they are written to names without prefix: there are few, and they come millions of times. */
const localNames = new Map<string, string>()
const mostNames = 1000

function localName(written: string): string {
  const known = localNames.get(written)
  if (known !== undefined) return known
  const plain = written.trim()
  const local = plain.slice(plain.indexOf(':') + 1)
  if (localNames.size < mostNames) localNames.set(written, local)
  return local
}

/** A line break or a tab between name and attributes is as good as a space, and rare. */
function endOfName(tag: string): number {
  const end = tag.indexOf(' ')
  const name = end === -1 ? tag : tag.slice(0, end)
  return localNames.has(name) ? end : tag.search(/\s/)
}

/** The attributes of a tag, by their names without prefix. */
export function attributesOf(tag: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  let at = endOfName(tag)
  while (at !== -1) {
    const equals = tag.indexOf('=', at)
    if (equals === -1) break
    const start = openingQuote(tag, equals + 1)
    const end = tag.indexOf(tag.charAt(start), start + 1)
    if (end === -1) throw brokenWorkbook()
    const name = tag.slice(at + 1, equals)
    if (!name.includes('xmlns')) {
      attributes[localName(name)] = decodeEntities(tag.slice(start + 1, end))
    }
    at = end + 1
  }
  return attributes
}

function openingQuote(tag: string, from: number): number {
  for (let at = from; at < tag.length; at++) {
    const sign = tag.charCodeAt(at)
    if (sign === quote || sign === apostrophe) return at
    if (sign > 32) break
  }
  throw brokenWorkbook()
}

const entity = /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const lastCodePoint = 0x10ffff

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(entity, (whole, hex?: string, decimal?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? whole
        const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
        return code <= lastCodePoint ? String.fromCodePoint(code) : '\ufffd'
      })
    : text
