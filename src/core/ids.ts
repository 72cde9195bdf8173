import { randomBytes, randomInt, randomUUID } from 'node:crypto'

/** A random number of exactly `digits` decimal digits (at most 15, so that it stays a safe integer). */
export function randomDigits(digits: number): number {
  const half = Math.floor(digits / 2)
  const high = randomInt(10 ** (digits - half - 1), 10 ** (digits - half))
  return high * 10 ** half + randomInt(0, 10 ** half)
}

/** `bytes` random bytes as base64url text. */
export const randomToken = (bytes: number): string => randomBytes(bytes).toString('base64url')

export const newUuid = (): string => randomUUID()

/** A number in [0, 1), for jitter only. */
export const jitter = (): number => Math.random()
