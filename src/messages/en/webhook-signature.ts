/** What is said about webhooks that arrive on this machine. */
export const webhookSignature = {
  secret: 'The secret of the webhook',
  faults: {
    headers_missing: 'it lacks webhook-id, webhook-timestamp or webhook-signature',
    timestamp_unreadable: 'its webhook-timestamp is no number of seconds',
    too_old: 'it was signed too long ago (--tolerance 0 looks past that)',
    too_new: 'it was signed in the future, so one of the two clocks is wrong',
    no_match:
      'no signature fits, so the secret is another one or the body is not byte for byte what was sent',
  },
  notPassedOn: (url: string, reason: string) => `${url} did not answer (${reason}).`,
  tooLarge: 'A body of more than 1 MB was turned away.',
}
