import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/**
 * Returns a random number of exactly `digits` decimal digits, at most 15, so that it is a safe
 * integer.
 */
export function randomDigits(digits: number): number {
  const half = Math.floor(digits / 2)
  const high = randomInt(10 ** (digits - half - 1), 10 ** (digits - half))
  return high * 10 ** half + randomInt(0, 10 ** half)
}

/** Returns a random integer from `min` up to, but not including, `max`. */
export const randomInteger = (min: number, max: number): number => randomInt(min, max)

/** Returns unpredictable bytes for secrets, salts and initialization vectors. */
export const randomBuffer = (bytes: number): Buffer => randomBytes(bytes)

/** Returns `bytes` random bytes as base64url text. */
export const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url')

export const newUuid = (): string => randomUUID()

/** Returns a number in [0, 1). Use it for jitter only. */
export const jitter = (): number => Math.random()
