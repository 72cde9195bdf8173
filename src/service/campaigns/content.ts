import type { EncodedText } from '../mail/encoding/transfer.ts'
import { addHtmlFooter, addTextFooter, type Footer } from '../mail/footer.ts'
import { compileMerge, type MergeValues, mentions } from '../mail/merge.ts'
import { textFromHtml } from '../mail/text.ts'
import { insertPreheader } from './preheader.ts'

export interface ContentSource {
  asunto: string
  preheader: string
  html: string
  text: string
}

/** What the footer needs to know. */
export interface FooterOptions {
  /** Text of the unsubscribe link in the footer. */
  unsubscribeText: string
  /**
   * The postal addresses of the account and its lists. Without any, the footer does not name the
   * sender. A message that contains one is not given another.
   */
  postalAddresses?: readonly string[] | undefined
}

interface ContentOptions extends FooterOptions {
  /** Adds tracking to the HTML. Without it, nothing is tracked. */
  track?: (html: string) => string
}

export interface RenderedContent {
  asunto: string
  html: string | undefined
  text: string
}

interface EncodedContent {
  asunto: string
  html: EncodedText | undefined
  text: EncodedText
}

interface Content {
  render(values: MergeValues): RenderedContent
  /** The same in transfer encoding. Faster than `render` for many recipients. */
  encode(values: MergeValues): EncodedContent
}

/** A message with everything that is added to it, as templates. */
export interface PreparedContent {
  asunto: string
  html: string | undefined
  text: string
  /** Whether every part has an unsubscribe link from the author. */
  mentionsUnsubscribe: boolean
}

/** Returns the message of a campaign without its other columns: threads get a copy. */
export const contentOf = ({ asunto, preheader, html, text }: ContentSource): ContentSource => ({
  asunto,
  preheader,
  html,
  text,
})

/**
 * Adds footer, preheader and tracking, and makes a text version if there is none. Throws
 * `merge_tag_broken` with the position of the tag. May take a second, so only threads do it.
 */
export function prepareContent(source: ContentSource, options: ContentOptions): PreparedContent {
  const { unsubscribeText, postalAddresses = [], track = (html) => html } = options
  const hasHtml = source.html.trim() !== ''
  // Compiled on its own so that a broken tag is reported as `preheader`; it is rendered inside the
  // HTML.
  compileMerge(source.preheader, 'header', 'preheader')
  const footerOf = (part: string, kind: 'html' | 'text'): Footer => {
    const merge = compileMerge(part, kind)
    return {
      unsubscribe: hasUnsubscribeLink(merge) ? undefined : unsubscribeText,
      isSenderNamed: postalAddresses.length > 0 && !hasAddress(merge, part, postalAddresses),
    }
  }
  const htmlFooter = hasHtml ? footerOf(source.html, 'html') : {}
  const withFooter = addHtmlFooter(source.html, htmlFooter)
  const html = hasHtml ? track(insertPreheader(withFooter, source.preheader)) : undefined
  const plain = source.text.trim() !== '' ? source.text : textFromHtml(source.html)
  const textFooter = footerOf(plain, 'text')
  return {
    asunto: source.asunto,
    html,
    text: addTextFooter(plain, textFooter),
    mentionsUnsubscribe:
      htmlFooter.unsubscribe === undefined && textFooter.unsubscribe === undefined,
  }
}

/** Parses a prepared message once for many recipients. */
export function compilePrepared(prepared: PreparedContent): Content {
  const asunto = compileMerge(prepared.asunto, 'header', 'asunto')
  const html = prepared.html === undefined ? undefined : compileMerge(prepared.html, 'html')
  const text = compileMerge(prepared.text, 'text')
  return {
    render: (values) => ({
      asunto: asunto.render(values),
      html: html?.render(values),
      text: text.render(values),
    }),
    encode: (values) => ({
      asunto: asunto.render(values),
      html: html?.encode(values),
      text: text.encode(values),
    }),
  }
}

/** Returns the names that the tags of a prepared message read. */
export function variablesOf({ asunto, html = '', text }: PreparedContent): ReadonlySet<string> {
  const parts = [
    compileMerge(asunto, 'header'),
    compileMerge(html, 'html'),
    compileMerge(text, 'text'),
  ]
  return new Set(parts.flatMap(({ variables }) => [...variables]))
}

type Merge = ReturnType<typeof compileMerge>

/** The subscription page has an unsubscribe button, too. */
const hasUnsubscribeLink = (merge: Merge): boolean =>
  mentions(merge, 'unsubscribe_url') || mentions(merge, 'subscription_url')

/** Whether the author has put the postal address into the message, as a merge tag or as text. */
function hasAddress(merge: Merge, source: string, addresses: readonly string[]): boolean {
  if (mentions(merge, 'postal_address')) return true
  const words = wordsOf(source.replace(/<[^<>]*>/g, ' '))
  return addresses.some((address) => words.includes(wordsOf(address)))
}

/** Returns the letters and digits of a text, with one space between words. */
const wordsOf = (text: string): string =>
  ` ${text
    .toLowerCase()
    .replace(/&nbsp;/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
