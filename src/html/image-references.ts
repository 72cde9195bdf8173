import { conditionalComment, isQuoted, startOfValue, tokenize } from './html-tokens.ts'

/** A reference to an image, with its position in the HTML. */
export interface ImageReference {
  /** The address, without entities and CSS escapes. */
  address: string
  start: number
  end: number
}

/**
 * Returns the addresses of all images in HTML or MJML in order: of attributes, of CSS, and of what only
 * Outlook reads. Addresses with merge tags are left out, because each recipient has another one.
 */
export function imageReferences(html: string): ImageReference[] {
  const masked = html.replace(mergeTag, (tag) => 'x'.repeat(tag.length))
  const found: ImageReference[] = []
  readInto(found, masked, 0)
  return found
    .filter(({ start, end }) => !/\{[{%]/.test(html.slice(start, end)))
    .sort((a, b) => a.start - b.start)
}

/** Replaces addresses. Everything else stays as it is, byte for byte. */
export function replaceAddresses(
  html: string,
  references: readonly ImageReference[],
  addressOf: (reference: ImageReference) => string | undefined,
): string {
  let result = ''
  let at = 0
  for (const reference of references) {
    const address = addressOf(reference)
    if (address === undefined) continue
    result += html.slice(at, reference.start) + address
    at = reference.end
  }
  return result + html.slice(at)
}

const mergeTag = /\{\{(?:(?!\{\{)[\s\S])*?\}\}|\{%(?:(?!\{%)[\s\S])*?%\}/g

/** Reads HTML that is at an offset of the whole. */
function readInto(found: ImageReference[], masked: string, offset: number): void {
  let element = ''
  let name = ''
  let nameEnd = 0
  let isStyle = false
  const add = ({ address, start, end }: ImageReference) => {
    if (address.trim() !== '') found.push({ address, start: offset + start, end: offset + end })
  }
  tokenize(masked, {
    onopentagname(start, end) {
      element = masked.slice(start, end).toLowerCase()
    },
    onopentagend() {
      isStyle = element === 'style' || element === 'mj-style'
    },
    onclosetag() {
      isStyle = false
    },
    onattribname(start, end) {
      name = masked.slice(start, end).toLowerCase()
      nameEnd = end
    },
    onattribend(quote, valueEnd) {
      const hasQuotes = isQuoted(quote)
      if (hasQuotes === undefined) return
      const start = startOfValue(masked, nameEnd)
      const raw = masked.slice(start, hasQuotes ? valueEnd - 1 : valueEnd)
      for (const each of inAttribute({ element, name, raw })) {
        add({ ...each, start: start + each.start, end: start + each.end })
      }
    },
    ontext(start, end) {
      if (!isStyle) return
      for (const each of inCss(masked.slice(start, end))) {
        add({ ...each, start: start + each.start, end: start + each.end })
      }
    },
    oncomment(start, end, endOffset) {
      const comment = masked.slice(start, end - endOffset)
      const condition = conditionalComment.exec(comment)
      if (!condition) return
      const [{ length }] = condition
      readInto(found, comment.slice(length), offset + start + length)
    },
  })
}

interface Attribute {
  element: string
  name: string
  /** The value as it is written, with entities. */
  raw: string
}

const sources = /^(?:img|input|source|mj-image|mj-carousel-image|mj-social-element|v:\w+)$/

function inAttribute({ element, name, raw }: Attribute): ImageReference[] {
  if (name === 'style') return inCss(raw)
  if (name === 'srcset') return inSourceSet(raw)
  const isSource = name === 'src' && sources.test(element)
  if (!isSource && name !== 'background' && name !== 'background-url') return []
  const address = raw.trim()
  const start = raw.indexOf(address)
  return [{ address: decodeEntities(address), start, end: start + address.length }]
}

/** `a.png 1x, b.png 2x`. A comma may be part of an address, as in `data:`. */
function inSourceSet(raw: string): ImageReference[] {
  return [...raw.matchAll(/[\s,]*([^\s]+?)(?:\s+[\d.]+[wxh]\s*(?=,|$)|\s*(?=,\s)|\s*$)/g)].map(
    ({ index, 0: whole, 1: address = '' }) => {
      const start = index + whole.indexOf(address)
      return { address: decodeEntities(address), start, end: start + address.length }
    },
  )
}

const quote = `"|'|&quot;|&apos;|&#39;|&#34;|&#x27;|&#x22;`
const cssAddress = new RegExp(`url\\(\\s*(?:(${quote})([\\s\\S]*?)\\1|([^\\s"'()]+))\\s*\\)`, 'gi')
/** Rules that load fonts and other style sheets. */
const otherLoads = /@import[^;]*;?|@font-face\s*\{[^}]*\}/gi

function inCss(raw: string): ImageReference[] {
  const css = raw.replace(otherLoads, (rule) => ' '.repeat(rule.length))
  return [...css.matchAll(cssAddress)].map(({ index, 0: whole, 2: quoted, 3: bare = '' }) => {
    const address = quoted ?? bare
    const start = index + whole.indexOf(address, whole.indexOf('('))
    const text = decodeEntities(address).replace(/\\([^\da-f\s])/gi, '$1')
    return { address: text, start, end: start + address.length }
  })
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: '\u00a0',
}

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
