import {
  definedNames,
  findMergeTags,
  isBalanced,
  maskMergeTags,
  mentions,
} from '../mail/merge-tags.ts'
import { type Address, findAddresses, findBodyEnd } from './html-places.ts'

/** A link that is counted. The same address in two places is two links. */
export interface TrackedLink {
  /** Its number among the tracked links of the html, from 0. */
  position: number
  /** Where it leads, decoded; merge tags are still in it and are rendered at the click. */
  url: string
  /** The text of the attribute as it stands in the html. */
  source: string
}

/** These lead to pages of ours that must work when tracking does not. */
const ownPages = new Set(['unsubscribe_url', 'subscription_url', 'web_url'])

/** A merge tag in front may hide any scheme: whoever redirects looks at it once it is rendered. */
const followable = /^(?:https?:\/\/|\{\{|\{%)/i

/**
 * Puts `replace(link)` in the place of each link that can be counted, and leaves every other byte
 * as it was; also the link for which it returns undefined. The html is still a Liquid template, so
 * the replacement is a merge tag that each recipient's rendering fills.
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
  for (const address of findAddresses(html, maskMergeTags(html, tags))) {
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

/** Before `</body>`, or at the end where there is none. */
export function insertPixel(html: string, tag: string): string {
  const at = findBodyEnd(maskMergeTags(html, findMergeTags(html)))
  return html.slice(0, at) + tag + html.slice(at)
}

/**
 * The address is rendered again at the click, alone: what the rest of the html defines (a loop, an
 * assign) is unknown there, and half a block cannot be cut out of the template.
 */
function isCountable(html: string, address: Address, defined: ReadonlySet<string>): boolean {
  if (!followable.test(address.url)) return false
  if (!address.isQuoted && html.startsWith('{%', address.end)) return false
  const tags = findMergeTags(html.slice(address.start, address.end))
  return isBalanced(tags) && !tags.some((tag) => mentions(tag, ownPages) || mentions(tag, defined))
}
