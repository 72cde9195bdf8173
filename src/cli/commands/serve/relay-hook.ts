import { createPublicKey } from 'node:crypto'
import { Failure } from '../../../core/failure.ts'
import { type RelayProvider, relayProviders } from '../../../core/relay-providers.ts'

interface Wishes {
  'relay-hook'?: string
  'relay-hook-key'?: string
}

/** Whom bounces are taken from by HTTP; a key is SendGrid's, the others sign otherwise or not at all. */
export function relayHookOf(
  wishes: Wishes,
): { provider: RelayProvider; publicKey?: string } | undefined {
  const { 'relay-hook': relay, 'relay-hook-key': key } = wishes
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
