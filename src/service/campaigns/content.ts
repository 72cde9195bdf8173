import { addHtmlFooter, addTextFooter } from '../mail/footer.ts'
import { compileMerge, type MergeValues, mentions } from '../mail/merge.ts'
import { textFromHtml } from '../mail/text.ts'
import type { EncodedText } from '../mail/transfer.ts'
import { insertPreheader } from './preheader.ts'

export interface ContentSource {
  asunto: string
  preheader: string
  html: string
  text: string
}

export interface ContentOptions {
  /** What the footer's link says. */
  unsubscribeWords: string
  /** Puts tracking into the html; without it nothing is counted. */
  track?: (html: string) => string
}

export interface RenderedContent {
  asunto: string
  html: string | undefined
  text: string
}

export interface EncodedContent {
  asunto: string
  html: EncodedText | undefined
  text: EncodedText
}

export interface Content {
  variables: ReadonlySet<string>
  /** Whether the author gave a way to unsubscribe in every part. */
  mentionsUnsubscribe: boolean
  render(values: MergeValues): RenderedContent
  /** The same, as a message carries it: faster for many recipients. */
  encode(values: MergeValues): EncodedContent
}

/** Parses a message once for many recipients; throws `merge_tag_broken` with its place. */
export function compileContent(source: ContentSource, options: ContentOptions): Content {
  const { unsubscribeWords: words, track = (html) => html } = options
  const hasHtml = source.html.trim() !== ''
  const asunto = compileMerge(source.asunto, 'header', 'asunto')
  // Rendered within the html, where a broken tag of its own would be named `html`.
  compileMerge(source.preheader, 'header', 'preheader')
  const isHtmlWhole = !hasHtml || hasWayOut(source.html, 'html')
  const footed = isHtmlWhole ? source.html : addHtmlFooter(source.html, words)
  const html = compileMerge(track(insertPreheader(footed, source.preheader)), 'html')
  const plain = source.text.trim() !== '' ? source.text : textFromHtml(source.html)
  const isTextWhole = hasWayOut(plain, 'text')
  const text = compileMerge(isTextWhole ? plain : addTextFooter(plain, words), 'text')
  return {
    variables: new Set([...asunto.variables, ...html.variables, ...text.variables]),
    mentionsUnsubscribe: isHtmlWhole && isTextWhole,
    render: (values) => ({
      asunto: asunto.render(values),
      html: hasHtml ? html.render(values) : undefined,
      text: text.render(values),
    }),
    encode: (values) => ({
      asunto: asunto.render(values),
      html: hasHtml ? html.encode(values) : undefined,
      text: text.encode(values),
    }),
  }
}

/** The subscription page lets people leave, too. */
function hasWayOut(source: string, kind: 'html' | 'text'): boolean {
  const merge = compileMerge(source, kind)
  return mentions(merge, 'unsubscribe_url') || mentions(merge, 'subscription_url')
}
