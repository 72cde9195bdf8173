import type { RelayHook } from '../service.ts'

/** The name of our mark at relays that keep what a message brings along. */
export const markName = 'remite'

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * What a relay gives back with everything that it tells of a message. Postmark tells only this, having
 * an id of its own; SendGrid leaves the Message-ID out where a bounce comes late; SES tells the return
 * path.
 */
export function relayMark(relayHook: RelayHook | undefined, messageId: string): Headers {
  switch (relayHook?.provider) {
    case 'postmark':
      return [[`X-PM-Metadata-${markName}`, messageId]]
    case 'sendgrid':
      return [['X-SMTPAPI', JSON.stringify({ unique_args: { [markName]: messageId } })]]
    default:
      return []
  }
}
