import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createFairQueue } from '../../core/fair-queue.ts'
import { randomBuffer } from '../../core/ids.ts'

/** About 60 ms and 32 MB per attempt: expensive to guess, acceptable for a login. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 32

/**
 * Half of the processors, so that a flood of logins leaves the others to authenticated requests; and
 * not all of libuv's four threads, which also read files and resolve names.
 */
const slots = Math.max(1, Math.min(3, Math.floor(availableParallelism() / 2)))
const queue = createFairQueue({ slots, perKey: 1, maxWaiting: 50, typicalMs: 100 })

/** Takes turns between requesters. A login comes before new passwords. */
interface Turn {
  /** For which account or network. Default: the service itself. */
  requester?: string
  isLogin?: boolean
}

const derive = (
  pass: string,
  salt: Buffer,
  { requester = 'service', isLogin = false }: Turn,
): Promise<Buffer> => queue.run(requester, () => deriveNow(pass, salt), { isUrgent: isLogin })

const deriveNow = (pass: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(pass.normalize('NFKC'), salt, hashBytes, cost, (error, hash) =>
      error ? reject(error) : resolve(hash),
    ),
  )

/** Returns `scrypt:<salt>:<hash>`, both in base64. */
export async function hashPassword(pass: string, turn: Turn = {}): Promise<string> {
  const salt = randomBuffer(16)
  const hash = await derive(pass, salt, turn)
  return `scrypt:${salt.toString('base64')}:${hash.toString('base64')}`
}

/** No password has this hash. An unknown user takes as long as a wrong password. */
const unmatchableHash = `scrypt:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(hashBytes).toString('base64')}`

export async function isPassword(
  pass: string,
  stored: string | undefined,
  turn: Turn = {},
): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? unmatchableHash).split(':')
  const derived = await derive(pass, Buffer.from(salt, 'base64'), turn)
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}
