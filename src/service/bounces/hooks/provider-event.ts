/** What a provider reports about one of our messages, independent of the provider. */
export interface ProviderEvent {
  /** Candidate references to the message: return paths and Message-IDs. The first of ours counts. */
  messageRefs: readonly string[]
  report: ProviderBounce | { is: 'complaint' }
}

export interface ProviderBounce {
  is: 'bounce'
  /** The receiving server's response, or empty when the provider does not pass it on. */
  response: string
  /** The enhanced status code of the report, or empty. */
  status: string
  /** The provider's own judgement. */
  isPermanent: boolean
}

type Json = Readonly<Record<string, unknown>>

/** These accept anything, since providers add and omit fields at will. */
export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}

export const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.map(objectOf) : []

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
