import { conditionalComment, isQuoted, startOfValue, tokenize } from '../../html/html-tokens.ts'

interface HtmlAttribute {
  /** With entities decoded and merge tags as written. */
  value: string
  /** The position of the value in the source, without quotes. */
  start: number
  end: number
}

export interface HtmlElement {
  /** In lower case. */
  name: string
  /** The position of the start tag. */
  start: number
  end: number
  attributes: ReadonlyMap<string, HtmlAttribute>
  parent: HtmlElement | undefined
  /** Only Outlook sees it. */
  isInComment: boolean
  /** Whether a reader cannot see it: because of its own style, or that of an element around it. */
  isHidden: boolean
  /** The link around it, or itself. */
  link: HtmlElement | undefined
}

interface HtmlText {
  start: number
  /** As written, with merge tags and entities. */
  text: string
  parent: HtmlElement | undefined
}

export interface HtmlDocument {
  elements: readonly HtmlElement[]
  texts: readonly HtmlText[]
  /** Elements without an end tag, and end tags without an element, where HTML requires both. */
  unbalanced: readonly { name: string; start: number }[]
}

const voidElements = new Set(
  'area base br col embed hr img input link meta param source track wbr o:p'.split(' '),
)

/** Elements whose missing end tag changes the layout of what follows. */
const balancedElements = new Set(
  'a b i u em strong span font div table center h1 h2 h3 h4 h5 h6 ul ol blockquote'.split(' '),
)

/**
 * Reads the elements and texts of an HTML template. `masked` is `html` with its merge tags replaced by
 * text of the same length.
 */
export function readHtml(html: string, masked: string): HtmlDocument {
  const reader = new HtmlReader(html, masked)
  return reader.read()
}

/** The rest of a larger document is not read. Newsletters have some thousands of elements. */
const maxElements = 20_000

class HtmlReader {
  readonly #html: string
  readonly #masked: string
  readonly #elements: HtmlElement[] = []
  readonly #texts: HtmlText[] = []
  readonly #unbalanced: { name: string; start: number }[] = []
  readonly #open: HtmlElement[] = []
  readonly #openCounts = new Map<string, number>()

  constructor(html: string, masked: string) {
    this.#html = html
    this.#masked = masked
  }

  read(): HtmlDocument {
    this.#readPart(0, this.#masked, false)
    for (const element of this.#open) this.#report(element)
    const unbalanced = this.#isFull() ? [] : this.#unbalanced
    return { elements: this.#elements, texts: this.#texts, unbalanced }
  }

  #isFull(): boolean {
    return this.#elements.length >= maxElements
  }

  /** Comments do not nest, so a comment inside a conditional comment is only text. */
  #readPart(offset: number, masked: string, isInComment: boolean): void {
    const html = this.#html
    let name = ''
    let start = 0
    let attributes = new Map<string, HtmlAttribute>()
    let attribute = { name: '', nameEnd: 0, value: '' }
    const end = (at: number, closesItself: boolean) => {
      if (this.#isFull()) return
      const parent = this.#open.at(-1)
      const element: HtmlElement = {
        ...{ name, start, end: offset + at + 1, attributes, parent, isInComment },
        isHidden: parent?.isHidden === true || hides(name, attributes),
        link: parent?.link,
      }
      if (name === 'a') element.link = element
      this.#elements.push(element)
      if (!closesItself && !voidElements.has(name) && !isInComment) this.#enter(element)
    }
    tokenize(masked, {
      onopentagname: (from, to) => {
        name = masked.slice(from, to).toLowerCase()
        start = offset + from - 1
        attributes = new Map()
      },
      onattribname: (from, to) => {
        attribute = { name: masked.slice(from, to).toLowerCase(), nameEnd: to, value: '' }
      },
      onattribdata: (from, to) => {
        attribute.value += html.slice(offset + from, offset + to)
      },
      onattribentity: (codepoint) => {
        attribute.value += String.fromCodePoint(codepoint)
      },
      onattribend: (quote, valueEnd) => {
        const hasQuotes = isQuoted(quote)
        const { name: key, nameEnd, value } = attribute
        if (attributes.has(key) || this.#isFull()) return
        const from = hasQuotes === undefined ? nameEnd : startOfValue(masked, nameEnd)
        const to = hasQuotes === undefined ? nameEnd : hasQuotes ? valueEnd - 1 : valueEnd
        attributes.set(key, { value, start: offset + from, end: offset + to })
      },
      onopentagend: (at) => end(at, false),
      onselfclosingtag: (at) => end(at, true),
      onclosetag: (from, to) => {
        if (!isInComment && !this.#isFull())
          this.#leave(masked.slice(from, to).toLowerCase(), from - 2)
      },
      ontext: (from, to) => {
        if (isInComment || this.#isFull()) return
        const text = html.slice(offset + from, offset + to)
        this.#texts.push({ start: offset + from, text, parent: this.#open.at(-1) })
      },
      ontextentity: (codepoint, at) => {
        if (isInComment) return
        const text = String.fromCodePoint(codepoint)
        this.#texts.push({ start: offset + at - 1, text, parent: this.#open.at(-1) })
      },
      oncomment: (from, to, endOffset) => {
        const inside = masked.slice(from, to - endOffset)
        if (isInComment || !conditionalComment.test(inside)) return
        this.#readPart(offset + from, inside, true)
      },
    })
  }

  #enter(element: HtmlElement): void {
    this.#open.push(element)
    this.#openCounts.set(element.name, (this.#openCounts.get(element.name) ?? 0) + 1)
  }

  /** Closes an element and everything open inside it. */
  #leave(name: string, start: number): void {
    if ((this.#openCounts.get(name) ?? 0) === 0) {
      if (balancedElements.has(name)) this.#unbalanced.push({ name, start })
      return
    }
    for (let closed = this.#open.pop(); closed; closed = this.#open.pop()) {
      this.#openCounts.set(closed.name, (this.#openCounts.get(closed.name) ?? 1) - 1)
      if (closed.name === name) return
      this.#report(closed)
    }
  }

  #report(element: HtmlElement): void {
    const { name, start } = element
    if (balancedElements.has(name)) this.#unbalanced.push({ name, start })
  }
}

const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|max-height\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|font-size\s*:\s*[01](?:\.\d+)?(?:px|pt)/i

const unseen = new Set(['style', 'script', 'title', 'head', 'template'])

const hides = (name: string, attributes: ReadonlyMap<string, HtmlAttribute>): boolean =>
  unseen.has(name) || attributes.has('hidden') || hiding.test(attributes.get('style')?.value ?? '')
