import type { Answer, Input } from '../../contract/endpoint.ts'
import type { contract } from '../../contract/index.ts'
import { Failure } from '../../core/failure.ts'
import type { Executor } from '../database/dialect.ts'
import type { Call, Handler } from '../handler.ts'
import type { Service } from '../service.ts'
import { readAddress } from './sender.ts'
import { consumeAttempt, findSender, findSenderByToken, setVerified } from './store.ts'
import { isCode, mailCode, maxAttempts, secondsToNextCode, tokenHashes } from './verification.ts'

type Endpoint = typeof contract.senders.verify
type Verified = Answer<Endpoint>

const verified: Verified = { status: 'ok', verified: true }

/** Verifies a sender with the code or the token of the message, or sends another message. */
export const verify =
  (service: Service): Handler<Endpoint> =>
  async (input, call) => {
    const { token } = input
    if (token !== undefined) return byToken(service, token, call)
    const { from_mail, code, resend } = complete(input)
    const key = readAddress('from_mail', from_mail).key
    return resend ? mailAnother(service, key, call) : byCode(service, { key, code }, call)
  }

function complete(input: Input<Endpoint>) {
  const { from_mail, code = '', resend = false } = input
  if (from_mail === undefined) {
    throw new Failure('invalid', { problems: [{ field: 'from_mail', code: 'required' }] })
  }
  if (code === '' && !resend) {
    throw new Failure('invalid', { problems: [{ field: 'code', code: 'required' }] })
  }
  return { from_mail, code, resend }
}

async function byCode(
  { db, clock, secrets }: Service,
  { key, code }: { key: string; code: string },
  { account, transact }: Call,
): Promise<Verified> {
  const now = clock.now()
  // Outside the transaction: a wrong code must still use up an attempt.
  const sender = await consumeAttempt(
    db,
    { account: account.id, key },
    { maxAttempts: maxAttempts, now },
  )
  if (!sender) {
    const { verified_at } = await senderOf(db, account.id, key)
    if (verified_at === null) throw new Failure('code_expired')
    return verified
  }
  if (!isCode(secrets.hash, sender, code)) {
    throw new Failure('wrong_code', { values: { tries: maxAttempts - sender.code_tries } })
  }
  return transact(async (tx) => {
    await setVerified(tx, sender.id, now)
    return verified
  })
}

const byToken = (
  { clock, secrets }: Service,
  token: string,
  { account, transact }: Call,
): Promise<Verified> =>
  transact(async (tx) => {
    const now = clock.now()
    const sender = await findSenderByToken(tx, tokenHashes(secrets.hash, token), now)
    if (sender?.account_id !== account.id) throw new Failure('code_expired')
    await setVerified(tx, sender.id, now)
    return verified
  })

async function mailAnother(
  service: Service,
  key: string,
  { account, transact }: Call,
): Promise<Verified> {
  const answer = await transact(async (tx) => {
    const now = service.clock.now()
    const sender = await senderOf(tx, account.id, key)
    if (sender.verified_at !== null) return verified
    const retryAfterSeconds = await secondsToNextCode(tx, service, { accountId: account.id, key })
    if (retryAfterSeconds > 0) throw new Failure('rate_limited', { retryAfterSeconds })
    await mailCode(tx, service, sender, now)
    return { status: 'ok', verified: false }
  })
  service.wake()
  return answer
}

async function senderOf(db: Executor, account: number, key: string) {
  const sender = await findSender(db, account, key)
  if (!sender) throw new Failure('not_found')
  return sender
}
