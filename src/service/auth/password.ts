import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { randomBuffer } from '../../core/ids.ts'

/** About 60 ms and 32 MB per attempt: expensive to guess, acceptable for a login. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 32

/** The other threads are left to authenticated requests. */
const maxConcurrent = Math.max(1, Math.floor(availableParallelism() / 2))
const queues = Array.from({ length: maxConcurrent }, () => Promise.resolve())
let nextQueue = 0

/**
 * Distributes hashes over a few queues, so that a flood of logins leaves capacity for other
 * requests.
 */
function derive(pass: string, salt: Buffer): Promise<Buffer> {
  const queue = nextQueue++ % maxConcurrent
  const hash = (queues[queue] ?? Promise.resolve()).then(() => deriveNow(pass, salt))
  queues[queue] = hash.then(
    () => {},
    () => {},
  )
  return hash
}

const deriveNow = (pass: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(pass.normalize('NFKC'), salt, hashBytes, cost, (error, hash) =>
      error ? reject(error) : resolve(hash),
    ),
  )

/** Returns `scrypt:<salt>:<hash>`, both in base64. */
export async function hashPassword(pass: string): Promise<string> {
  const salt = randomBuffer(16)
  return `scrypt:${salt.toString('base64')}:${(await derive(pass, salt)).toString('base64')}`
}

/** No password has this hash. An unknown user takes as long as a wrong password. */
const unmatchableHash = `scrypt:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(hashBytes).toString('base64')}`

export async function isPassword(pass: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? unmatchableHash).split(':')
  const derived = await derive(pass, Buffer.from(salt, 'base64'))
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}
