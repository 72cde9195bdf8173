import type { DnsRecord } from '../../contract/shapes/sender.ts'
import { keyName } from '../mail/dkim.ts'

/** A DNS record that the owner of a domain should have, and whether it is valid. */
interface RecordCheck {
  isGood: boolean
  record: DnsRecord
}

/**
 * Checks SPF: the domain must have one record, and it must name our host before its `all`. Nested
 * includes and address ranges are not followed. A domain that allows us only through those fails,
 * and is shown the term to add.
 */
export function checkSpf(domain: string, texts: readonly string[], host: string): RecordCheck {
  const found = texts.filter((text) => /^v=spf1( |$)/i.test(text))
  const [first] = found
  // With two records neither is valid (RFC 7208, 4.5).
  const isGood = first !== undefined && found.length === 1 && lets(host, first)
  const value = isGood ? first : withHost(host, first ?? 'v=spf1 ~all')
  return { isGood, record: { type: 'TXT', name: domain, value, found: foundText(found) } }
}

function lets(host: string, record: string): boolean {
  const terms = record.toLowerCase().split(/ +/)
  const all = terms.findIndex((term) => /^[-+~?]?all$/.test(term))
  const heard = all === -1 ? terms : terms.slice(0, all)
  const name = host.toLowerCase()
  return [`include:${name}`, `a:${name}`].some(
    (term) => heard.includes(term) || heard.includes(`+${term}`),
  )
}

const withHost = (host: string, record: string): string =>
  record.replace(/^v=spf1/i, (version) => `${version} include:${host}`)

/**
 * Checks DKIM. The owner adds a CNAME to our host, which publishes the key, so that we can rotate
 * it without the owner. Resolvers follow the CNAME, so `texts` contain the key itself. It must be
 * ours: with another key our signatures would look forged.
 */
export function checkDkim(
  domain: string,
  texts: readonly string[],
  { selector, publicKey, host }: { selector: string; publicKey: string; host: string },
): RecordCheck {
  return {
    isGood: texts.some((text) => publicKeyIn(text) === publicKey),
    record: {
      type: 'CNAME',
      name: keyName(selector, domain),
      value: keyName(selector, host),
      found: foundText(texts),
    },
  }
}

/** Some name servers split a long key with blanks, which have no meaning (RFC 6376, 3.6.1). */
export function publicKeyIn(text: string): string | undefined {
  const tags = tagsOf(text)
  return (tags.get('v') ?? 'DKIM1') === 'DKIM1' ? tags.get('p')?.replace(/\s/g, '') : undefined
}

export function checkDmarc(domain: string, texts: readonly string[]): RecordCheck {
  const found = texts.filter((text) => tagsOf(text).get('v') === 'DMARC1')
  const [first] = found
  const isGood = first !== undefined && found.length === 1 && tagsOf(first).has('p')
  return {
    isGood,
    record: {
      type: 'TXT',
      name: dmarcName(domain),
      value: isGood ? first : 'v=DMARC1; p=none',
      found: foundText(found),
    },
  }
}

export const dmarcName = (domain: string): string => `_dmarc.${domain}`

const foundText = (texts: readonly string[]): string | null =>
  texts.length === 0 ? null : texts.join('\n')

/** Parses tags such as `v=DKIM1; k=rsa; p=MIGf…`. */
function tagsOf(text: string): Map<string, string> {
  const tags = new Map<string, string>()
  for (const tag of text.split(';')) {
    const at = tag.indexOf('=')
    if (at > 0) tags.set(tag.slice(0, at).trim().toLowerCase(), tag.slice(at + 1).trim())
  }
  return tags
}
