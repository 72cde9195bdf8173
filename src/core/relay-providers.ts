/** Relays that tell of bounces and complaints by HTTP, in a way that we read. */
export const relayProviders = ['ses', 'sendgrid', 'postmark'] as const

export type RelayProvider = (typeof relayProviders)[number]
