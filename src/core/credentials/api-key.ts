import { beginnings, createSecret, isSecret } from './secret-text.ts'

/** What is shown of a key. It has 35 bits, and the other 155 cannot be guessed. */
const shownLength = beginnings.apiKey.length + 6

export const createApiKey = (): string => createSecret('apiKey')

/** Whether a text is a complete API key, as far as its checksum shows. */
export const isApiKey = (token: string): boolean => isSecret('apiKey', token)

export const shownPartOf = (key: string): string => key.slice(0, shownLength)
