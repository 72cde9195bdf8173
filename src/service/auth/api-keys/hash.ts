import { createHash } from 'node:crypto'

/** A fast hash is enough for 190 random bits, unlike for a password. */
export const hashOfKey = (key: string): string => createHash('sha256').update(key).digest('hex')
