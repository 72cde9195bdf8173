import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'

/** About 60 ms and 32 MB a try: dear to guess, bearable to log in. */
const cost: ScryptOptions = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const hashBytes = 32

/** The others are for those who are logged in. */
const mostAtOnce = Math.max(1, Math.floor(availableParallelism() / 2))
const places = Array.from({ length: mostAtOnce }, () => Promise.resolve())
let turn = 0

/** Each after the one that has its place before it: a flood of passwords leaves room for all else. */
function derive(pass: string, salt: Buffer): Promise<Buffer> {
  const place = turn++ % mostAtOnce
  const hash = (places[place] ?? Promise.resolve()).then(() => deriveNow(pass, salt))
  places[place] = hash.then(
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

/** `scrypt:<salt>:<hash>`, both base64. */
export async function hashPassword(pass: string): Promise<string> {
  const salt = randomBytes(16)
  return `scrypt:${salt.toString('base64')}:${(await derive(pass, salt)).toString('base64')}`
}

/** A hash that no password has: an unknown user costs the same time as a wrong password. */
const nobodysHash = `scrypt:${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(hashBytes).toString('base64')}`

export async function isPassword(pass: string, stored: string | undefined): Promise<boolean> {
  const [, salt = '', hash = ''] = (stored ?? nobodysHash).split(':')
  const derived = await derive(pass, Buffer.from(salt, 'base64'))
  return timingSafeEqual(derived, Buffer.from(hash, 'base64')) && stored !== undefined
}
