import { escapeHtml } from '../../../../html/html.ts'

/** A block of pasted content, with clean HTML inside. */
export interface PastedBlock {
  kind: 'heading' | 'text' | 'bullets' | 'numbers' | 'image'
  /** The content; of a list, its items; of an image, its address. */
  html: string
  items: readonly string[]
  alt: string
}

const blockTags = new Set(
  'P DIV H1 H2 H3 H4 H5 H6 UL OL LI TABLE TBODY THEAD TR TD TH BLOCKQUOTE SECTION ARTICLE HEADER FOOTER MAIN PRE FIGURE HR'.split(
    ' ',
  ),
)
const ignored = new Set(
  'STYLE SCRIPT META LINK TITLE XML TEMPLATE IFRAME OBJECT SVG NOSCRIPT'.split(' '),
)
const lists = { UL: 'bullets', OL: 'numbers' } as const

/**
 * Turns HTML from the clipboard into blocks. Word, Google Docs and web pages put their own styles,
 * elements and local files into it; only headings, text, lists, links and pictures stay.
 */
export function cleanPaste(html: string): PastedBlock[] {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  const blocks: PastedBlock[] = []
  let inline = ''

  function flush(kind: 'heading' | 'text' = 'text'): void {
    const content = withoutOuterBreaks(inline)
    inline = ''
    if (content !== '') blocks.push({ kind, html: content, items: [], alt: '' })
  }

  function visit(node: Node): void {
    if (!(node instanceof HTMLElement)) {
      inline += inlineOf(node)
      return
    }
    const { tagName } = node
    const source = tagName === 'IMG' ? webAddress(node.getAttribute('src')) : undefined
    if (source !== undefined) {
      flush()
      blocks.push({ kind: 'image', html: source, items: [], alt: node.getAttribute('alt') ?? '' })
    } else if (isWordItem(node)) {
      flush()
      addItem(wordMarker.test(node.textContent ?? '') ? 'numbers' : 'bullets', wordItem(node))
    } else if (tagName === 'UL' || tagName === 'OL') {
      flush()
      for (const item of node.querySelectorAll('li')) addItem(lists[tagName], inlinesIn(item))
      lastList = undefined
    } else if (/^H[1-6]$/.test(tagName)) {
      flush()
      inline = plainOf(node)
      flush('heading')
    } else if (blockTags.has(tagName) || hasBlock(node)) {
      if (blockTags.has(tagName)) flush()
      node.childNodes.forEach(visit)
      if (blockTags.has(tagName)) flush()
    } else inline += inlineOf(node)
  }

  let lastList: PastedBlock | undefined
  function addItem(kind: 'bullets' | 'numbers', item: string): void {
    if (item.trim() === '') return
    const isSame = lastList !== undefined && lastList.kind === kind && blocks.at(-1) === lastList
    const list: PastedBlock = isSame && lastList ? lastList : { kind, html: '', items: [], alt: '' }
    list.items = [...list.items, item]
    if (!isSame) blocks.push(list)
    lastList = list
  }

  body.childNodes.forEach(visit)
  flush()
  return blocks
}

function withoutOuterBreaks(content: string): string {
  const lines = content.split('<br>')
  const isEmpty = (line: string) => line.trim() === ''
  const first = lines.findIndex((line) => !isEmpty(line))
  const last = lines.findLastIndex((line) => !isEmpty(line))
  return first < 0
    ? ''
    : lines
        .slice(first, last + 1)
        .join('<br>')
        .trim()
}

const hasBlock = (node: HTMLElement): boolean =>
  [...node.querySelectorAll('*')].some(({ tagName }) => blockTags.has(tagName) || tagName === 'IMG')

/** Word writes the items of a list as paragraphs, with the marker as text. */
const isWordItem = (node: HTMLElement): boolean =>
  /MsoListParagraph/.test(node.className) ||
  /mso-list:\s*l\d/i.test(node.getAttribute('style') ?? '')
const wordMarker = /^\s*(?:\d+|[a-z])[.)]/i

function wordItem(node: HTMLElement): string {
  const copy = node.cloneNode(true) as HTMLElement // a clone has the type of its original
  for (const span of copy.querySelectorAll<HTMLElement>('span')) {
    if (/mso-list:\s*ignore/i.test(span.getAttribute('style') ?? '')) span.remove()
  }
  return inlinesIn(copy)
    .replace(/^(?:[·•o§-]|(?:\d+|[a-z])[.)])?(?:\s|&nbsp;|\u00a0)+/i, '')
    .trim()
}

const plainOf = (node: HTMLElement): string =>
  escapeHtml((node.textContent ?? '').replace(/\s+/g, ' ').trim())

const inlinesIn = (node: Node): string => [...node.childNodes].map(inlineOf).join('').trim()

function inlineOf(node: Node): string {
  if (node instanceof Text) return escapeHtml(node.data.replace(/[\s\u00a0]+/g, ' '))
  if (!(node instanceof HTMLElement) || ignored.has(node.tagName)) return ''
  if (node.dataset.mergeTag !== undefined) return node.dataset.mergeTag
  if (node.tagName === 'BR') return '<br>'
  const content = [...node.childNodes].map(inlineOf).join('')
  if (content.trim() === '') return content
  const href = node.tagName === 'A' ? linkAddress(node.getAttribute('href')) : undefined
  const linked = href === undefined ? content : `<a href="${escapeHtml(href)}">${content}</a>`
  return emphasise(node, linked)
}

function emphasise(node: HTMLElement, content: string): string {
  const { fontWeight, fontStyle } = node.style
  // Google Docs wraps everything in a `b` without weight.
  const isBold =
    fontWeight === '' ? /^(B|STRONG)$/.test(node.tagName) : /bold|[6-9]00/.test(fontWeight)
  const isItalic = fontStyle === '' ? /^(I|EM)$/.test(node.tagName) : fontStyle === 'italic'
  const italic = isItalic ? `<em>${content}</em>` : content
  return isBold ? `<strong>${italic}</strong>` : italic
}

/** Files of the author's machine and code are no address for a reader. */
const linkAddress = (href: string | null): string | undefined =>
  href !== null && /^\s*(?:https?:|mailto:|tel:|\{\{)/i.test(href) ? href.trim() : undefined
const webAddress = (src: string | null): string | undefined =>
  src !== null && /^\s*https?:/i.test(src) ? src.trim() : undefined
