import { parseUrl } from '../../../core/urls/parse-url.ts'
import type { LinkCheckRow } from '../../database/schema/link-check.ts'
import type { AskFault, Outbound } from '../../outbound.ts'
import { imageHeaderBytes, imageWidth } from './image-width.ts'
import type { WebAddress } from './links.ts'

type Answer = Omit<LinkCheckRow, 'account_id' | 'url_hash' | 'checked_at'>

const noAnswer: Answer = { status: null, fault: null, bytes: null, width: null }

const maxRedirects = 5

/** Asks for a page with HEAD, and with GET if the server does not answer that with the page. */
export async function askAddress(
  outbound: Pick<Outbound, 'ask'>,
  { url, kind }: Pick<WebAddress, 'url' | 'kind'>,
  stop: AbortSignal,
): Promise<Answer | { fault: AskFault & 'no_network' }> {
  // The width of an image is in its beginning.
  const maxBytes = kind === 'image' ? imageHeaderBytes : 0
  let target = url
  for (let hop = 0; hop <= maxRedirects; hop++) {
    const head = await outbound.ask({ url: target, method: 'HEAD' }, stop)
    const isFound = 'status' in head && head.status < 300
    const isRedirect = 'location' in head
    const needsBody = isFound ? kind === 'image' : !isRedirect && canAskAgain(head)
    const get = needsBody
      ? await outbound.ask({ url: target, method: 'GET', maxBytes }, stop)
      : undefined
    // An image whose beginning cannot be read exists nevertheless.
    const answer = get && !(isFound && 'fault' in get) ? get : head
    if ('fault' in answer) {
      return answer.fault === 'no_network'
        ? { fault: answer.fault }
        : { ...noAnswer, fault: answer.fault }
    }
    const { status, location, bytes, body } = answer
    const next = status >= 300 && status < 400 ? nextOf(target, location) : undefined
    if (next === undefined) {
      const width = kind === 'image' ? imageWidth(body) : undefined
      return { ...noAnswer, status, bytes: bytes ?? null, width: width ?? null }
    }
    target = next
  }
  return { ...noAnswer, fault: 'too_many_redirects' }
}

/** Some servers refuse HEAD, or end the connection. */
const canAskAgain = (answer: { status: number } | { fault: AskFault }): boolean =>
  'status' in answer || answer.fault === 'broken_off'

function nextOf(url: string, location: string | undefined): string | undefined {
  const next = location === undefined ? undefined : parseUrl(location, url)
  return next && /^https?:$/.test(next.protocol) ? next.href : undefined
}
