import {
  definedNames,
  findMergeTags,
  isBalanced,
  maskMergeTags,
  mentions,
} from '../mail/merge-tags.ts'
import { findBodyEnd, findHtmlLinks, type HtmlLink } from './html-links.ts'

/** A tracked link. The same URL in two places is two links. */
export interface TrackedLink {
  /** Its position among the tracked links of the HTML, from 0. */
  position: number
  /** The decoded target URL. Its merge tags are rendered at the click. */
  url: string
  /** The attribute value in the source. */
  source: string
}

/** Pages of ours that must work even when tracking does not. */
const ownPages = new Set(['unsubscribe_url', 'subscription_url', 'web_url'])

/** A leading merge tag may produce any scheme, so the redirect checks the rendered URL. */
const followable = /^(?:https?:\/\/|\{\{|\{%)/i

/**
 * Replaces each trackable link by `replace(link)`, unless that returns undefined, and leaves every
 * other byte unchanged. The HTML is still a Liquid template, so the replacement is a merge tag that
 * each rendering fills.
 */
export function rewriteLinks(
  html: string,
  replace: (link: TrackedLink) => string | undefined,
): { html: string; links: TrackedLink[] } {
  const tags = findMergeTags(html)
  const defined = definedNames(tags)
  const links: TrackedLink[] = []
  let rewritten = ''
  let at = 0
  for (const address of findHtmlLinks(html, maskMergeTags(html, tags))) {
    if (!isCountable(html, address, defined)) continue
    const source = html.slice(address.start, address.end)
    const link = { position: links.length, url: address.url, source }
    const replacement = replace(link)
    if (replacement === undefined) continue
    links.push(link)
    rewritten += html.slice(at, address.start) + replacement
    at = address.end
  }
  return { html: rewritten + html.slice(at), links }
}

/** Inserts the pixel before `</body>`, or at the end. */
export function insertPixel(html: string, tag: string): string {
  const at = findBodyEnd(maskMergeTags(html, findMergeTags(html)))
  return html.slice(0, at) + tag + html.slice(at)
}

/**
 * Whether a link can be rendered on its own at the click. Variables defined elsewhere in the HTML
 * (a loop, an assign) are unknown then, and half a block cannot be cut out.
 */
function isCountable(html: string, address: HtmlLink, defined: ReadonlySet<string>): boolean {
  if (!followable.test(address.url)) return false
  if (!address.isQuoted && html.startsWith('{%', address.end)) return false
  const tags = findMergeTags(html.slice(address.start, address.end))
  return isBalanced(tags) && !tags.some((tag) => mentions(tag, ownPages) || mentions(tag, defined))
}
