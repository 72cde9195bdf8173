import { createHmac, timingSafeEqual } from 'node:crypto'
import { randomDigits, randomToken } from '../../core/ids.ts'
import { asLanguage } from '../../core/language.ts'
import { plainName } from '../../core/plain-name.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import type { Executor } from '../database/dialect.ts'
import type { KeyRing, Secrets } from '../keys/secrets.ts'
import { queueMessage } from '../mail/outbox-store.ts'
import { countMails, lockAllowance } from '../mail-limits/mail-limits.ts'
import type { Service, ServiceSettings } from '../service.ts'
import { findOwner, type Sender, setCode } from './store.ts'

const codeMinutes = 15
/** With five attempts, the chance to guess a code is 1 in 180,000. */
export const maxAttempts = 5

const codeDigits = 6
const tokenBytes = 24

interface Collaborators {
  secrets: Secrets
  settings: Pick<ServiceSettings, 'publicUrl'>
}

/** Mails a new code and a new link. Either one verifies the mailbox. */
export async function mailCode(
  tx: Executor,
  { secrets, settings }: Collaborators,
  sender: Sender,
  now: number,
): Promise<void> {
  const owner = await findOwner(tx, sender.account_id)
  const code = String(randomDigits(codeDigits))
  const token = randomToken(tokenBytes)
  await setCode(tx, sender.id, {
    codeHash: hashCode(secrets.hash[0], sender, code),
    tokenHash: hashToken(secrets.hash[0], token),
    expiresAt: now + codeMinutes * minuteMs,
  })
  const strings = messages[asLanguage(owner.language)].mails.senderCode
  const values = {
    code,
    from_mail: sender.from_mail,
    username: plainName(owner.username),
    minutes: codeMinutes,
    link: settings.publicUrl + verifyPath(token),
  }
  await queueMessage(tx, {
    accountId: sender.account_id,
    kind: 'sender_code',
    to: sender.from_mail,
    subject: fill(strings.subject, values),
    text: fill(strings.text, values),
    now,
  })
}

/** The path of the link in the message. */
export const verifyPath = (token: string): string => `/senders/verify/${token}`

/** Codes of an account, to whatever mailboxes. */
const accountLimits = {
  own: [{ max: 100, windowMs: dayMs }],
  below: [{ max: 1000, windowMs: dayMs }],
}

/** Returns the seconds until another code may be mailed. 0: now, and the code is counted. */
export async function secondsToNextCode(
  tx: Executor,
  service: Pick<Service, 'secrets' | 'clock'>,
  { accountId, key }: { accountId: number; key: string },
): Promise<number> {
  const secondsTo = (freeAt: number) => Math.ceil((freeAt - service.clock.now()) / 1000)
  const scope = { what: 'sender_code', accountId, ...accountLimits }
  const allowance = await lockAllowance(tx, service, scope)
  if (allowance.left === 0) return secondsTo(allowance.freeAt)
  const full = await countMails(tx, service, { kind: 'sender_code', accountId }, [key])
  for (const freeAt of full.values()) return secondsTo(freeAt)
  await allowance.take(1)
  return 0
}

export const isCode = (ring: KeyRing, sender: Sender, code: string): boolean =>
  ring.some((key) => isSame(hashCode(key, sender, code), sender.code_hash ?? ''))

/** Hashes a token under every key, since the message may be older than the current key. */
export const tokenHashes = (ring: KeyRing, token: string): string[] =>
  ring.map((key) => hashToken(key, token))

type Key = KeyRing[number]

const hashCode = (key: Key, { account_id, from_key }: Sender, code: string): string =>
  hash(key, `sender code\0${account_id}\0${from_key}\0${code}`)

const hashToken = (key: Key, token: string): string => hash(key, `sender token\0${token}`)

const hash = (key: Key, text: string): string =>
  createHmac('sha256', key.secret).update(text).digest('base64url')

function isSame(first: string, second: string): boolean {
  const [a, b] = [Buffer.from(first), Buffer.from(second)]
  return a.length === b.length && timingSafeEqual(a, b)
}
