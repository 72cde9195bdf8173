/** Texts of the commands that receive and verify webhooks on this machine. */
export const webhookSignature = {
  secret: 'Webhook secret',
  faults: {
    headers_missing: 'webhook-id, webhook-timestamp or webhook-signature is missing',
    timestamp_unreadable: 'webhook-timestamp is not a number of seconds',
    too_old: 'it was signed too long ago (to ignore its age, use --tolerance 0)',
    too_new: 'it was signed in the future, so one of the two clocks is wrong',
    no_match:
      'no signature matches, so the secret is wrong or the body is not byte for byte what was sent',
  },
  notForwarded: (url: string, reason: string) => `${url} did not respond (${reason}).`,
  tooLarge: 'A body of more than 1 MB was rejected.',
}
