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

interface ContentOptions {
  /** Text of the unsubscribe link in the footer. */
  unsubscribeText: string
  /** Adds tracking to the HTML. Without it, nothing is tracked. */
  track?: (html: string) => string
}

interface RenderedContent {
  asunto: string
  html: string | undefined
  text: string
}

interface EncodedContent {
  asunto: string
  html: EncodedText | undefined
  text: EncodedText
}

export interface Content {
  variables: ReadonlySet<string>
  /** Whether every part has an unsubscribe link from the author. */
  mentionsUnsubscribe: boolean
  render(values: MergeValues): RenderedContent
  /** The same in transfer encoding. Faster than `render` for many recipients. */
  encode(values: MergeValues): EncodedContent
}

/**
 * Parses a message once for many recipients. Throws `merge_tag_broken` with the position of the
 * tag.
 */
export function compileContent(source: ContentSource, options: ContentOptions): Content {
  const { unsubscribeText, track = (html) => html } = options
  const hasHtml = source.html.trim() !== ''
  const asunto = compileMerge(source.asunto, 'header', 'asunto')
  // Compiled on its own so that a broken tag is reported as `preheader`; it is rendered inside the
  // HTML.
  compileMerge(source.preheader, 'header', 'preheader')
  const htmlHasLink = !hasHtml || hasUnsubscribeLink(source.html, 'html')
  const withFooter = htmlHasLink ? source.html : addHtmlFooter(source.html, unsubscribeText)
  const html = compileMerge(track(insertPreheader(withFooter, source.preheader)), 'html')
  const plain = source.text.trim() !== '' ? source.text : textFromHtml(source.html)
  const textHasLink = hasUnsubscribeLink(plain, 'text')
  const text = compileMerge(textHasLink ? plain : addTextFooter(plain, unsubscribeText), 'text')
  return {
    variables: new Set([...asunto.variables, ...html.variables, ...text.variables]),
    mentionsUnsubscribe: htmlHasLink && textHasLink,
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

/** The subscription page has an unsubscribe button, too. */
function hasUnsubscribeLink(source: string, kind: 'html' | 'text'): boolean {
  const merge = compileMerge(source, kind)
  return mentions(merge, 'unsubscribe_url') || mentions(merge, 'subscription_url')
}
