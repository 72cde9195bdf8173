import type { RelayHook } from '../service.ts'

/** The key of our metadata at providers that store metadata with a message. */
export const metadataKey = 'remite'

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * Returns headers that make a provider return our Message-ID with its events. Postmark replaces the
 * Message-ID with its own; SendGrid omits it in late bounces; SES returns the return path.
 */
export function relayMetadataHeaders(relayHook: RelayHook | undefined, messageId: string): Headers {
  switch (relayHook?.provider) {
    case 'postmark':
      return [[`X-PM-Metadata-${metadataKey}`, messageId]]
    case 'sendgrid':
      return [['X-SMTPAPI', JSON.stringify({ unique_args: { [metadataKey]: messageId } })]]
    default:
      return []
  }
}
