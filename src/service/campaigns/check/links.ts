import type { CheckPlace } from '../../../contract/shapes/campaign-check.ts'
import { findMergeTags, maskMergeTags, mentions } from '../../mail/merge-tags.ts'
import { type AddressFault, readAddress } from './address.ts'
import type { Finding } from './finding.ts'
import type { Message } from './message.ts'

const linkElements = /^(?:a|area|v:(?:roundrect|rect|oval|shape))$/

const codes = {
  empty: 'link_empty',
  relative: 'link_relative',
  local: 'link_local',
  invalid: 'link_invalid',
} as const satisfies Record<AddressFault, string>

/** Links that lead nowhere, as far as their text shows. */
export function checkLinks({ document, html }: Message): Finding[] {
  const anchors = new Set(
    document.elements.flatMap(({ attributes }) =>
      ['id', 'name'].flatMap((name) => attributes.get(name)?.value ?? []),
    ),
  )
  return document.elements.flatMap(({ name, attributes, start, end }): Finding[] => {
    if (!linkElements.test(name)) return []
    const href = attributes.get('href')
    if (!href) {
      const isTarget = name !== 'a' || attributes.has('name') || attributes.has('id')
      const source = html.source.slice(start, end)
      const values = { url: source }
      return isTarget
        ? []
        : [{ code: 'link_empty', level: 'warn', values, place: html.placeAt(start, end) }]
    }
    if (html.hasForeign(href)) return []
    const { value } = href
    const place = html.placeAt(href.start, href.end)
    const values = { url: value.trim() }
    if (/^\s*#/.test(value)) {
      const target = value.trim().slice(1)
      const leads = target !== '' && (anchors.has(target) || /\{[{%]/.test(target))
      return leads ? [] : [{ code: 'link_empty', level: 'warn', values, place }]
    }
    const masked = maskOutputs(value)
    if (masked === undefined) return []
    const { fault, suggestion, isCertain = false, isInNetwork } = readAddress(masked.text)
    if (fault === undefined) return []
    // The suggestion was made for the masked text, in which tags are letters.
    const isPlain = !masked.hasTags && suggestion !== undefined
    return [
      {
        code: codes[fault],
        level: isInNetwork ? 'warn' : 'error',
        values: { ...values, ...(isPlain && { suggestion }) },
        place,
        ...(isPlain && { suggestion, isFixable: isCertain }),
      },
    ]
  })
}

/** Returns an address with letters for its tags, or undefined if a tag writes its host. */
export function maskOutputs(value: string): { text: string; hasTags: boolean } | undefined {
  if (/^\s*(?:[a-z]+:\/\/[^/?#]*)?\{[{%]/i.test(value)) return undefined
  const tags = findMergeTags(value)
  return { text: maskMergeTags(value, tags), hasTags: tags.length > 0 }
}

/** A web address in the HTML that is the same for every recipient, so it may be asked. */
export interface WebAddress {
  kind: 'link' | 'image'
  url: string
  place: CheckPlace
}

export function webAddresses({ document, html }: Message): WebAddress[] {
  return document.elements.flatMap(({ name, attributes }): WebAddress[] => {
    const kind = name === 'img' ? 'image' : linkElements.test(name) ? 'link' : undefined
    const attribute = kind && attributes.get(kind === 'image' ? 'src' : 'href')
    if (!attribute) return []
    const { start, end } = attribute
    const url = attribute.value.trim()
    const isPersonal = /\{[{%]/.test(url) || html.hasForeign(attribute)
    const isWeb = /^https?:\/\//i.test(url) && readAddress(url).fault === undefined
    return isWeb && !isPersonal ? [{ kind, url, place: html.placeAt(start, end) }] : []
  })
}

const subscriberPages = new Set(['unsubscribe_url', 'subscription_url'])

/** Whether an address leads to the page on which a reader unsubscribes. */
export const leadsToUnsubscribe = (href: string): boolean =>
  findMergeTags(href).some((tag) => mentions(tag, subscriberPages))
