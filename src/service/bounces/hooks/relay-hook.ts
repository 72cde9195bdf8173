import { signToken, type TokenKeys, verifyToken } from '../../../core/signed-token.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { RawPost, RawRequest } from '../../http/raw-posts.ts'
import type { Service } from '../../service.ts'
import { actOnTold } from './act-on-told.ts'
import { readPostmark } from './postmark.ts'
import { readSendgrid } from './sendgrid.ts'
import { isSignedBySendgrid } from './sendgrid-signature.ts'
import { readSes } from './ses.ts'
import { isOfSns, isSigned, readSns, type SnsMessage } from './sns.ts'
import type { Told } from './told.ts'
import { noteTold } from './told-store.ts'

/** The text at an address of the relay's; undefined when there was none. */
export type FetchText = (url: string) => Promise<string | undefined>

/** Who knows this address is the relay: it is shown to the operator alone. */
export const relayHookUrl = (publicUrl: string, provider: string, keys: TokenKeys): string =>
  `${publicUrl}/hooks/relay/${provider}/${signToken('relay_hook', [], keys)}`

/** Certificates at a time: Amazon changes its own about once a year. */
const mostCertificates = 20

const ok = { status: 200 }
const unreadable = { status: 400 }
const notSigned = { status: 403 }
/** The relay tries again. */
const later = { status: 503 }

/** Where a relay that rewrites the return path posts what became of messages; none without one. */
export function relayHooks(
  { db, clock, secrets, settings, log }: Service,
  fetchText: FetchText,
): readonly RawPost[] {
  const { relayHook, hostName } = settings
  if (!relayHook) return []
  const { provider, publicKey } = relayHook
  const certificates = new Map<string, string>()

  const takers = { ses: takeSes, sendgrid: takeSendgrid, postmark: takePostmark }
  return [
    {
      path: `/hooks/relay/${provider}/:secret`,
      admits: ({ secret = '' }) => verifyToken('relay_hook', secret, secrets.mac) !== undefined,
      async handle(request) {
        const body = parse(request.body)
        return body === undefined ? unreadable : takers[provider](body, request)
      },
    },
  ]

  async function takeSes(body: unknown) {
    const message = readSns(body)
    if (!message) return ok
    if (!message.algorithm) {
      const { version } = message
      log.info('SNS signs in a way that is not known', { signature_version: version })
      return notSigned
    }
    if (!isOfSns(message.certificateUrl)) return notSigned
    const certificate = await certificateAt(message.certificateUrl)
    if (certificate === undefined) return later
    if (!isSigned(message, certificate, clock.now())) return notSigned
    return message.type === 'Notification' ? takeNotification(message) : confirm(message)
  }

  async function takeNotification({ message }: SnsMessage) {
    await write(readSes(parse(Buffer.from(message))))
    return ok
  }

  async function confirm({ subscribeUrl }: SnsMessage) {
    if (!isOfSns(subscribeUrl)) return notSigned
    return (await fetchText(subscribeUrl)) === undefined ? later : ok
  }

  async function certificateAt(url: string): Promise<string | undefined> {
    const known = certificates.get(url)
    if (known !== undefined) return known
    const fetched = await fetchText(url)
    if (fetched === undefined) return undefined
    if (certificates.size >= mostCertificates) certificates.clear()
    certificates.set(url, fetched)
    return fetched
  }

  async function takeSendgrid(body: unknown, request: RawRequest) {
    if (publicKey !== undefined && !isSignedBySendgrid(request, publicKey)) return notSigned
    await write(readSendgrid(body))
    return ok
  }

  async function takePostmark(body: unknown) {
    await write(readPostmark(body))
    return ok
  }

  /** Each by itself: what is wrong with one must not bring all the others back. */
  async function write(all: readonly Told[]): Promise<void> {
    const keys = secrets.mac
    for (const told of all) {
      const now = clock.now()
      const outcome = await inTransaction(db, async (tx) => {
        const outcome = await actOnTold(tx, told, { keys, hostName, now })
        await noteTold(tx, { relay: provider, outcome, now })
        return outcome
      })
      if (outcome === 'unknown') log.info('the relay told of a message that is not known')
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
