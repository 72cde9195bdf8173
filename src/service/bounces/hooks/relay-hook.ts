import { signToken, type TokenKeys, verifyToken } from '../../../core/tokens/signed-token.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RawPost, RawRequest } from '../../http/raw-posts.ts'
import type { Service } from '../../service.ts'
import { insertProviderEvent } from '../inbox-store.ts'
import { applyProviderEvent } from './apply-provider-event.ts'
import { readPostmark } from './postmark.ts'
import type { ProviderEvent } from './provider-event.ts'
import { readSendgrid } from './sendgrid.ts'
import { isSignedBySendgrid } from './sendgrid-signature.ts'
import { readSes } from './ses.ts'
import { isOfSns, isSigned, readSns, type SnsMessage } from './sns.ts'

/** Fetches a text from the provider; undefined when that fails. */
export type FetchText = (url: string) => Promise<string | undefined>

/** The secret URL of the hook. Only the operator sees it, so only the provider knows it. */
export const relayHookUrl = (publicUrl: string, provider: string, keys: TokenKeys): string =>
  `${publicUrl}/hooks/relay/${provider}/${signToken('relay_hook', [], keys)}`

/** How many certificates are cached. Amazon changes its own about once a year. */
const maxCertificates = 20

const ok = { status: 200 }
const unreadable = { status: 400 }
const notSigned = { status: 403 }
/** The provider retries. */
const retryLater = { status: 503 }

/**
 * Routes for the events of a provider that rewrites the return path; none without such a provider.
 */
export function relayHooks(
  { db, clock, secrets, settings, log }: Service,
  fetchText: FetchText,
): readonly RawPost[] {
  const { relayHook, hostName } = settings
  if (!relayHook) return []
  const { provider, publicKey } = relayHook
  const certificates = new Map<string, string>()

  const handlers = { ses: handleSes, sendgrid: handleSendgrid, postmark: handlePostmark }
  return [
    {
      path: `/hooks/relay/${provider}/:secret`,
      accepts: ({ secret = '' }) => verifyToken('relay_hook', secret, secrets.mac) !== undefined,
      async handle(request) {
        const body = parse(request.body)
        return body === undefined ? unreadable : handlers[provider](body, request)
      },
    },
  ]

  async function handleSes(body: unknown) {
    const message = readSns(body)
    if (!message) return ok
    if (!message.algorithm) {
      const { version } = message
      log.info('SNS signs in a way that is not known', { signature_version: version })
      return notSigned
    }
    if (!isOfSns(message.certificateUrl)) return notSigned
    const certificate = await certificateAt(message.certificateUrl)
    if (certificate === undefined) return retryLater
    if (!isSigned(message, certificate, clock.now())) return notSigned
    return message.type === 'Notification' ? handleNotification(message) : confirm(message)
  }

  async function handleNotification({ message }: SnsMessage) {
    await applyEvents(readSes(parse(Buffer.from(message))))
    return ok
  }

  async function confirm({ subscribeUrl }: SnsMessage) {
    if (!isOfSns(subscribeUrl)) return notSigned
    return (await fetchText(subscribeUrl)) === undefined ? retryLater : ok
  }

  async function certificateAt(url: string): Promise<string | undefined> {
    const cached = certificates.get(url)
    if (cached !== undefined) return cached
    const fetched = await fetchText(url)
    if (fetched === undefined) return undefined
    if (certificates.size >= maxCertificates) certificates.clear()
    certificates.set(url, fetched)
    return fetched
  }

  async function handleSendgrid(body: unknown, request: RawRequest) {
    if (publicKey !== undefined && !isSignedBySendgrid(request, publicKey)) return notSigned
    await applyEvents(readSendgrid(body))
    return ok
  }

  async function handlePostmark(body: unknown) {
    await applyEvents(readPostmark(body))
    return ok
  }

  /** Applies each event in its own transaction, so that one failure does not repeat the others. */
  async function applyEvents(events: readonly ProviderEvent[]): Promise<void> {
    const keys = secrets.mac
    for (const event of events) {
      const now = clock.now()
      const outcome = await inTransaction(db, async (tx) => {
        const outcome = await applyProviderEvent(tx, event, { keys, hostName, now })
        await insertProviderEvent(tx, { relay: provider, outcome, now })
        return outcome
      })
      if (outcome === 'unknown') log.info('relay event for an unknown message')
    }
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
