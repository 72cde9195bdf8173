import type { Client } from '../../../client/client.ts'
import { findToken, type Token } from '../../../config/token.ts'
import { expiryOf } from '../../../config/token-claims.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { sourceText } from '../config/keys.ts'
import { broken, doubtful, type Finding, fine } from './finding.ts'

const dayMs = 86_400_000
/** A session that ends sooner deserves a thought. */
const soonMs = 7 * dayMs
/** Further apart, times near now are past for one of the two. */
const mostSkewMs = 60_000

/** The way to the server, and who we are there. */
export async function checkServer(context: Context): Promise<Finding[]> {
  const { settings, words } = context
  const { apiUrl } = settings
  if (!apiUrl) return [broken('address', new Failure('not_logged_in'), words)]
  const { value, source } = apiUrl
  const address = { url: value, source: sourceText(source) }
  const isUsual = new URL(value).pathname.endsWith('/v3/api')
  return [
    isUsual
      ? fine('address', words.doctor.address(address))
      : doubtful('address', words.doctor.addressUnusual(address)),
    checkProxy(context, value),
    ...(await checkSession(context, value)),
  ]
}

/** Only its host: a proxy's address may hold a password. */
function checkProxy({ environment, words: { doctor } }: Context, apiUrl: string): Finding {
  const isEncrypted = apiUrl.startsWith('https:')
  const proxy = isEncrypted ? environment.httpsProxy : environment.httpProxy
  const way = isEncrypted ? doctor.encrypted : doctor.plain
  const via = proxy && URL.canParse(proxy) ? doctor.proxy(new URL(proxy).host) : doctor.noProxy
  return fine('connection', `${way} ${via}`)
}

async function checkSession(context: Context, apiUrl: string): Promise<Finding[]> {
  const { environment, profiles, settings, words } = context
  try {
    const profile = settings.profile.value
    const token = findToken({ environment, profiles, profile, apiUrl })
    const client = await context.client({ isPublic: !token })
    return [checkToken(context, token), ...(await ask(context, client, token !== undefined))]
  } catch (error) {
    return [broken('token', error, words)]
  }
}

function checkToken({ words, output, host }: Context, token: Token | undefined): Finding {
  if (!token) return broken('token', new Failure('not_logged_in'), words)
  const { doctor } = words
  const source = sourceText(token.source)
  const end = expiryOf(token.value)
  if (end === undefined) return fine('token', doctor.tokenWithoutEnd(source))
  const leftMs = Date.parse(end) - host.clock.now()
  if (leftMs <= 0) return broken('token', new Failure('token_expired'), words)
  const said = doctor.tokenEnds({ source, end: output.local.value(end, 'time') })
  return leftMs < soonMs ? doubtful('token', said) : fine('token', said)
}

/** One cheap read tells whether it is the API, what time it is there and what it can do. */
async function ask(context: Context, client: Client, isLoggedIn: boolean): Promise<Finding[]> {
  const { host, words, output } = context
  const start = host.clock.now()
  try {
    const { headers } = await client.raw({
      method: 'GET',
      path: '/campaigns',
      query: { limit: 1 },
      signal: host.stopped,
    })
    const ms = output.local.number(host.clock.now() - start)
    return [
      fine('server', words.doctor.answered(ms)),
      checkClock(context, headers.date),
      checkFeatures(context, headers['api-features']),
    ]
  } catch (error) {
    // To be asked for a token is the answer of a server that is there.
    const isThere = error instanceof Failure && error.code === 'unauthorized' && !isLoggedIn
    return [isThere ? fine('server', words.doctor.asksForToken) : broken('server', error, words)]
  }
}

function checkClock({ host, words: { doctor }, output }: Context, date = ''): Finding {
  const skewMs = Math.abs(Date.parse(date) - host.clock.now())
  if (Number.isNaN(skewMs)) return doubtful('clock', doctor.clockUnknown)
  const seconds = output.local.number(Math.round(skewMs / 1000))
  return skewMs > mostSkewMs
    ? doubtful('clock', doctor.clockApart(seconds))
    : fine('clock', doctor.clockRight)
}

const checkFeatures = ({ words: { doctor } }: Context, names = ''): Finding =>
  names === '' ? doubtful('features', doctor.noFeatures) : fine('features', doctor.features(names))
