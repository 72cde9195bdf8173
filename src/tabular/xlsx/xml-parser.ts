import { SaxesParser } from 'saxes'
import { Failure } from '../../core/failure.ts'
import { brokenWorkbook } from './broken-workbook.ts'

/** Receives the contents of an XML document in document order. Element names have no prefix. */
export interface XmlHandler {
  /** The names of attributes are as written, with their prefix. */
  open(name: string, attributes: Readonly<Record<string, string>>): void
  /** A text can arrive in several parts. */
  text(text: string): void
  close(name: string): void
}

/** Longer than any tag, text or comment of a workbook, so that an endless one does not fill the memory. */
const maxPendingLength = 1024 * 1024

/** A workbook nests about ten elements deep. */
const maxDepth = 100

/**
 * A strict parser of XML that arrives in chunks. It refuses a DTD, so only the five predefined entities
 * exist. Every error is Failure('workbook_broken').
 */
export function createXmlParser(handler: XmlHandler) {
  const parser = new SaxesParser({ xmlns: false, position: false })
  let depth = 0
  let pendingLength = 0

  parser.on('opentag', ({ name, attributes }) => {
    pendingLength = 0
    if (++depth > maxDepth) throw brokenWorkbook()
    handler.open(localName(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    pendingLength = 0
    depth--
    handler.close(localName(name))
  })
  parser.on('text', (text) => handler.text(text))
  parser.on('cdata', (text) => {
    pendingLength = 0
    handler.text(text)
  })
  parser.on('comment', () => {
    pendingLength = 0
  })
  parser.on('doctype', () => {
    throw brokenWorkbook()
  })

  return {
    write(chunk: string): void {
      pendingLength += chunk.length
      refuseErrors(() => parser.write(chunk))
      if (pendingLength > maxPendingLength) throw brokenWorkbook()
    },
    end: () => refuseErrors(() => parser.close()),
  }
}

/** The parser throws plain errors; handlers throw failures, which pass through. */
function refuseErrors(parse: () => unknown): void {
  try {
    parse()
  } catch (error) {
    throw error instanceof Failure ? error : brokenWorkbook('workbook_damaged', {}, error)
  }
}

function localName(name: string): string {
  const colon = name.indexOf(':')
  return colon === -1 ? name : name.slice(colon + 1)
}
