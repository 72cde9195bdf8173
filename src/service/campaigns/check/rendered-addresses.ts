import { readHtml } from '../../mail/html-elements.ts'
import { findMergeTags, maskMergeTags } from '../../mail/merge-tags.ts'
import { readAddress } from './address.ts'
import { maskOutputs } from './links.ts'

/**
 * Returns the addresses of links and images that lead nowhere, in a rendered message or in its template.
 * An address that begins with a tag is unknown in the template.
 */
export function faultyAddresses(html: string): string[] {
  const masked = maskMergeTags(html, findMergeTags(html))
  return readHtml(html, masked).elements.flatMap(({ name, attributes }) => {
    const attribute = attributes.get(name === 'img' ? 'src' : 'href')
    const isAddress = name === 'img' || name === 'a' || name === 'area'
    if (!isAddress || !attribute || attribute.value.trim().startsWith('#')) return []
    const address = maskOutputs(attribute.value)
    const isFaulty = address !== undefined && readAddress(address.text).fault !== undefined
    return isFaulty ? [attribute.value.trim()] : []
  })
}
