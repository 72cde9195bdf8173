import { BlockList, isIP } from 'node:net'
import { parseUrl } from '../../../core/urls/parse-url.ts'

/** Why the address of a link or an image leads nowhere for a reader. */
export type AddressFault = 'empty' | 'relative' | 'local' | 'invalid'

interface AddressReading {
  fault?: AddressFault
  /** What was probably meant. */
  suggestion?: string
  /** Whether nothing else can be meant. */
  isCertain?: boolean
  /** Whether readers in the author's network may reach it, as those of a message to employees do. */
  isInNetwork?: boolean
}

const scheme = /^([a-z][a-z0-9+.-]*):/i
const emptyWeb = /^(?:https?|ftp):?\/{0,3}$/i
const doubled = /^https?:\/\/https?:?\/?\//i
const webHost =
  /^(?:www\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.([\p{L}]{2,24})(?::\d+)?(?:[/?#]|$)/iu
const mailbox = /^[^\s@/:]+@[^\s@/]+\.[a-z]{2,24}$/i
const fileEnding =
  /^(?:html?|php|aspx?|jsp|pdf|png|jpe?g|gif|webp|svg|bmp|css|js|docx?|xlsx?|pptx?|zip|txt|ics|mp4)$/i

/** Mail programs do not open these, or only on the author's machine. */
const localSchemes = new Set(
  'file javascript vbscript data blob about content resource res chrome cid'.split(' '),
)

/** Reads an address whose merge tags were replaced by letters. */
export function readAddress(text: string): AddressReading {
  const address = text.trim()
  if (address === '' || emptyWeb.test(address)) return { fault: 'empty' }
  if (/^(?:mailto|tel|sms):$/i.test(address)) return { fault: 'empty' }
  const given = scheme.exec(address)?.[1]?.toLowerCase()
  if (/^[a-z]:[\\/]/i.test(address) || address.startsWith('\\\\')) return { fault: 'local' }
  if (given === 'http' || given === 'https') return readWebAddress(address)
  // A scheme may be followed by digits as well: `geo:40.4,-3.7`.
  const isPort = /^(?:localhost|[^/:.]*\.[^/:]*):\d/i.test(address)
  if (given !== undefined && !isPort) return localSchemes.has(given) ? { fault: 'local' } : {}
  if (address.startsWith('//')) {
    return { fault: 'relative', suggestion: `https:${address}`, isCertain: true }
  }
  if (mailbox.test(address)) {
    return { fault: 'relative', suggestion: `mailto:${address}`, isCertain: true }
  }
  if (/^localhost(?:[:/]|$)/i.test(address)) return { fault: 'local' }
  const host = webHost.exec(address)
  if (!host || fileEnding.test(host[1] ?? '')) return { fault: 'relative' }
  const suggestion = `https://${address}`
  return { fault: 'relative', suggestion, isCertain: /^www\./i.test(address) }
}

function readWebAddress(address: string): AddressReading {
  if (doubled.test(address)) {
    const suggestion = address.replace(/^https?:\/\/(?=https?:\/\/)/i, '')
    return { fault: 'invalid', ...(suggestion !== address && { suggestion }) }
  }
  // Mail programs encode spaces in a path.
  const url = parseUrl(address)
  if (!url) return { fault: 'invalid' }
  const { hostname } = url
  if (hostname === '') return { fault: 'empty' }
  const host = hostname.replace(/^\[|\]$|\.$/g, '')
  if (isThisMachine(host)) return { fault: 'local' }
  return isPrivateHost(host) ? { fault: 'local', isInNetwork: true } : {}
}

const machine = networks([
  ['0.0.0.0', 8, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['::', 127, 'ipv6'],
])

const privateNetworks = networks([
  ['10.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
])

function networks(subnets: readonly (readonly [string, number, 'ipv4' | 'ipv6'])[]): BlockList {
  const list = new BlockList()
  for (const [network, bits, family] of subnets) list.addSubnet(network, bits, family)
  return list
}

const isIn = (list: BlockList, address: string): boolean =>
  list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether a host is always the machine of the reader. */
const isThisMachine = (host: string): boolean =>
  isIP(host) === 0 ? /(?:^|\.)localhost$/i.test(host) : isIn(machine, host)

/** Whether a host exists only in the author's network. */
function isPrivateHost(host: string): boolean {
  if (isIP(host) !== 0) return isIn(privateNetworks, host)
  return !host.includes('.') || /\.(?:local|internal|lan|intranet|home|corp)$/i.test(host)
}
