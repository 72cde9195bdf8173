import { createHmac } from 'node:crypto'
import { networkOf } from '../../core/network.ts'
import { minuteMs } from '../../core/time.ts'
import { clearCounter, uncount } from '../database/counter.ts'
import { maxWaitMs } from '../http/limits/limits.ts'
import type { Service } from '../service.ts'
import { countAttempt, createAttemptLimit } from './attempt-limit.ts'
import { isLoginNetwork, saveLoginNetwork } from './login-networks-store.ts'
import { foldUsername } from './store.ts'

const windowMs = 15 * minuteMs
const perUser = { attempts: 10, windowMs }
const perIp = { attempts: 100, windowMs }
/** Of one user, from all networks together from which that user has never logged in. */
const perUserElsewhere = { attempts: 20, windowMs }

/** A user may mistype a password a few times. */
const freeAttempts = 3
const freeAttemptsElsewhere = 5

/** The delay before an attempt is checked. It doubles with each attempt. */
const waitMsOf = (attempts: number, free: number): number =>
  attempts <= free ? 0 : Math.min(250 * 2 ** (attempts - free - 1), maxWaitMs)

interface Login {
  username: string
  ip: string
}

/** An attempt that may be checked now. */
interface LoginAttempt {
  /** The password was right: the attempt does not count, and the network is known from now on. */
  succeed(account: number): Promise<void>
}

/**
 * Limits guessing of passwords: by network, by user and network, and by user from many networks. The
 * last limit does not apply to networks from which the user has logged in, so that a stranger cannot
 * lock out a user. It counts users that do not exist, too, so that the answers do not differ.
 */
export function createLoginLimit(service: Pick<Service, 'db' | 'clock' | 'secrets'>) {
  const { db, clock, secrets } = service
  const countFlood = createAttemptLimit(service)

  return async ({ username, ip }: Login): Promise<LoginAttempt> => {
    const network = networkOf(ip)
    const user = foldUsername(username)
    const networkHash = hashOf(network, user)
    await countFlood(`getToken ip ${network}`, perIp)
    // The key includes the network, so that nobody can lock out a user from elsewhere.
    const userKey = `getToken user ${network} ${user}`
    const elsewhereKey = `getToken elsewhere ${user}`
    const attempts = await countFlood(userKey, perUser)
    const isKnown = await isLoginNetwork(db, username, networkHash)
    const elsewhere = isKnown ? 0 : await countElsewhere(elsewhereKey)
    const waitMs = Math.max(
      waitMsOf(attempts, freeAttempts),
      waitMsOf(elsewhere, freeAttemptsElsewhere),
    )
    if (waitMs > 0) await clock.sleep(waitMs)
    return {
      async succeed(account) {
        await clearCounter(db, userKey)
        if (!isKnown) await uncount(db, elsewhereKey)
        await saveLoginNetwork(db, { account, network: networkHash, now: clock.now() })
      },
    }
  }

  /**
   * Counts only attempts that are checked. Otherwise many right logins at once, such as those of a
   * build system, would lock out the user from all new networks.
   */
  async function countElsewhere(key: string): Promise<number> {
    try {
      return await countAttempt(service, key, perUserElsewhere)
    } catch (error) {
      await uncount(db, key)
      throw error
    }
  }

  function hashOf(network: string, user: string): string {
    const [{ secret }] = secrets.hash
    return createHmac('sha256', secret).update(`login\0${user}\0${network}`).digest('base64url')
  }
}
