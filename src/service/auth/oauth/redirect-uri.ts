import { isWebOrigin } from '../../../contract/shapes/wire.ts'
import { parseUrl } from '../../../core/urls/parse-url.ts'

const maxLength = 500

/** Schemes with which a browser would run a script or open a file instead of a program. */
const refusedSchemes = new Set([
  ...['about:', 'blob:', 'data:', 'file:', 'filesystem:', 'ftp:', 'javascript:', 'mailto:'],
  ...['sms:', 'tel:', 'vbscript:', 'view-source:', 'ws:', 'wss:'],
])

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopbackHosts.includes(hostname)

/**
 * Whether a client may get its codes at an address: https, a program on the user's machine (RFC 8252,
 * 7.3), or the scheme of an installed program (7.1).
 */
export function isRedirectUri(text: string): boolean {
  const url = parseUrl(text)
  // A URL drops spaces and control characters, but the text would be sent as it is.
  if (!url || text.length > maxLength || !/^[\x21-\x7e]+$/.test(text)) return false
  const { protocol, hostname, username, password } = url
  if (username !== '' || password !== '' || text.includes('#')) return false
  if (protocol === 'https:') return hostname !== ''
  if (protocol === 'http:') return isLoopback(url)
  return /^[a-z][a-z\d+.-]*:\//i.test(text) && !refusedSchemes.has(protocol)
}

/** Removes the port of a loopback address, which a program does not know when it registers. */
function withoutLoopbackPort(text: string): string {
  const url = parseUrl(text)
  return url && isLoopback(url) ? text.replace(/^(http:\/\/(?:\[::1\]|[^/:?#]+)):\d*/i, '$1') : text
}

/** Whether an address is one that was registered. Only the port of a loopback address is free (RFC 8252, 7.3). */
export function isRegistered(registered: readonly string[], given: string): boolean {
  if (!isRedirectUri(given)) return false
  const wanted = withoutLoopbackPort(given)
  return registered.some((each) => each === given || withoutLoopbackPort(each) === wanted)
}

/** What people are shown of a redirect URI: its host, or the scheme of a program. */
export function hostOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return /^https?:$/.test(protocol) ? host : protocol
}

/** Whether the code goes to a program on the user's machine, which cannot prove its name. */
export const isLocal = (redirectUri: string): boolean => {
  const url = new URL(redirectUri)
  return url.protocol !== 'https:'
}

/** The source that allows the address in the Content-Security-Policy, which has no syntax for IPv6. */
export function policySource(redirectUri: string): string {
  const { protocol, origin } = new URL(redirectUri)
  return isWebOrigin(origin) && !origin.includes('[') ? origin : protocol
}

/** Adds the parameters of an answer. The address itself stays as it was registered. */
export function withParameters(redirectUri: string, parameters: Record<string, string>): string {
  const mark = redirectUri.includes('?') ? '&' : '?'
  return redirectUri + mark + new URLSearchParams(parameters).toString()
}
