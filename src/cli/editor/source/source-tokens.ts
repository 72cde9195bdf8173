import { readDeclarations } from '../../../html/style-declarations.ts'
import { messagePieces } from '../message-parts.ts'

export interface SourceToken {
  kind: 'start' | 'end' | 'text' | 'comment'
  /** The name of the element. */
  name: string
  text: string
}

/** Splits HTML without protected parts into tags, comments, and the texts between them. */
export function tokensOf(html: string): SourceToken[] {
  const tokens: SourceToken[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end) tokens.push({ kind: 'text', name: '', text: html.slice(end, until) })
  }
  for (const { 0: piece, index } of html.matchAll(messagePieces)) {
    // A merge tag is part of its text.
    if (!piece.startsWith('<')) continue
    addText(index)
    end = index + piece.length
    const [, slash, name = ''] = /^<(\/?)([a-z][^\s/>]*)/i.exec(piece) ?? []
    const kind = name === '' ? 'comment' : slash === '/' ? 'end' : 'start'
    tokens.push({ kind, name: name.toLowerCase(), text: piece })
  }
  addText(html.length)
  return tokens
}

interface Attribute {
  name: string
  /** With the quotes removed. */
  value: string
  /** As it is written. */
  text: string
}

const attributes = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g

/** Returns the attributes of a start tag in order. */
export function attributesOf({ text }: SourceToken): Attribute[] {
  const inside = text.replace(/^<[^\s/>]+/, '').replace(/\/?>$/, '')
  return [...inside.matchAll(attributes)].map(([written, name = '', double, single, bare]) => ({
    name: name.toLowerCase(),
    value: double ?? single ?? bare ?? '',
    text: written,
  }))
}

/** An entity, the end of a line, or one character. */
const units = /\r\n|&(?:#\d+|#x[\da-f]+|[a-z]\w*);?|[\s\S]/giu

export const unitsOf = (text: string): string[] => text.match(units) ?? []

/** Makes a text the same however its characters and ends of lines are written. */
const simplify = (text: string): string =>
  unitsOf(text)
    .map((unit) => {
      if (unit.startsWith('\r')) return '\n'
      return unit.length > 1 || /[^\x20-\x7e\s]|[&<>"']|\u00a0/.test(unit) ? '&' : unit
    })
    .join('')

/** Returns what a token and its copy by a serializer have in common. */
export function keyOf(token: SourceToken): string {
  if (token.kind === 'text') return simplify(token.text)
  if (token.kind === 'comment') return token.text
  if (token.kind === 'end') return `/${token.name}`
  const values = attributesOf(token).map(
    ({ name, value }) => `${name}=${name === 'style' ? styleKey(value) : valueKey(name, value)}`,
  )
  return [token.name, ...new Set(values.sort())].join(' ')
}

const valueKey = (name: string, value: string): string =>
  name === 'class' ? value.split(/\s+/).filter(Boolean).sort().join(' ') : simplify(value)

const styleKey = (style: string): string =>
  simplify(
    Object.entries(readDeclarations(style.replace(/&quot;/g, "'").replaceAll('"', "'")))
      .map(([name, value]) => `${name}:${value}`.replace(/\s+/g, '').toLowerCase())
      .sort()
      .join(';'),
  )
