/** Relay providers whose HTTP notifications of bounces and complaints the service can read. */
export const relayProviders = ['ses', 'sendgrid', 'postmark'] as const

export type RelayProvider = (typeof relayProviders)[number]
