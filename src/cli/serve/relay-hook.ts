import { createPublicKey } from 'node:crypto'
import { Failure } from '../../core/failure.ts'
import { type RelayProvider, relayProviders } from '../../core/mail/relay-providers.ts'

interface RelayHookFlags {
  'relay-hook'?: string
  'relay-hook-key'?: string
}

/** The provider that posts bounces. Only SendGrid has a key; others sign differently or not at all. */
export function relayHookOf(
  flags: RelayHookFlags,
): { provider: RelayProvider; publicKey?: string } | undefined {
  const { 'relay-hook': relay, 'relay-hook-key': key } = flags
  const provider = relayProviders.find((each) => each === relay)
  if (key !== undefined && (provider !== 'sendgrid' || !isKey(key))) {
    throw new Failure('usage', { problems: [{ field: '--relay-hook-key', code: 'bad_pattern' }] })
  }
  return provider && { provider, ...(key !== undefined && { publicKey: key }) }
}

function isKey(text: string): boolean {
  try {
    const key = Buffer.from(text, 'base64')
    return createPublicKey({ key, type: 'spki', format: 'der' }).asymmetricKeyType === 'ec'
  } catch {
    return false
  }
}
