import type { Client } from '../../client/client.ts'
import { findToken, type Token } from '../../config/token.ts'
import { expiryOf } from '../../config/token-claims.ts'
import { dashboard } from '../../contract/modules/dashboard.ts'
import { Failure } from '../../core/failure.ts'
import { dayMs, minuteMs } from '../../core/time.ts'
import { parseUrl } from '../../core/urls/parse-url.ts'
import { sourceWords } from '../config/keys.ts'
import type { Context } from '../context/context.ts'
import { withSandboxStart } from '../sandbox/stopped.ts'
import { type Finding, failed, passed, warning } from './finding.ts'

/** Warn of a session that expires sooner. */
const soonMs = 7 * dayMs
/** With a larger difference a time near now is past on one side. */
const maxSkewMs = minuteMs

/** Checks the connection to the server and the session. */
export async function checkServer(context: Context): Promise<Finding[]> {
  const { settings, messages } = context
  const { apiUrl } = settings
  if (!apiUrl) return [failed('address', new Failure('not_logged_in'), messages)]
  const { value, source } = apiUrl
  const address = { url: value, source: sourceWords(context, source) }
  const isUsual = new URL(value).pathname.endsWith('/v3/api')
  return [
    isUsual
      ? passed('address', messages.doctor.address(address))
      : warning('address', messages.doctor.addressUnusual(address)),
    checkProxy(context, value),
    ...(await checkSession(context, value)),
  ]
}

/** Reports only the host of a proxy, because its URL may contain a password. */
function checkProxy({ environment, messages: { doctor } }: Context, apiUrl: string): Finding {
  const isEncrypted = apiUrl.startsWith('https:')
  const proxy = isEncrypted ? environment.httpsProxy : environment.httpProxy
  const security = isEncrypted ? doctor.encrypted : doctor.plain
  const proxyHost = parseUrl(proxy ?? '')?.host
  const via = proxyHost === undefined ? doctor.noProxy : doctor.proxy(proxyHost)
  return passed('connection', `${security} ${via}`)
}

async function checkSession(context: Context, apiUrl: string): Promise<Finding[]> {
  const { environment, profiles, settings, messages } = context
  try {
    const profile = settings.profile.value
    const token = findToken({ environment, profiles, profile, apiUrl })
    const client = await context.client({ isPublic: !token })
    return [checkToken(context, token), ...(await ask(context, client, token !== undefined))]
  } catch (error) {
    return [failed('token', error, messages)]
  }
}

function checkToken(context: Context, token: Token | undefined): Finding {
  const { messages, output, host } = context
  if (!token) return failed('token', new Failure('not_logged_in'), messages)
  const { doctor } = messages
  const source = sourceWords(context, token.source)
  const end = expiryOf(token.value)
  if (end === undefined) return passed('token', doctor.tokenWithoutEnd(source))
  const leftMs = Date.parse(end) - host.clock.now()
  if (leftMs <= 0) return failed('token', new Failure('token_expired'), messages)
  const text = doctor.tokenEnds({ source, end: output.local.value(end, 'time') })
  return leftMs < soonMs ? warning('token', text) : passed('token', text)
}

/** Checks with one cheap read whether it is the API, its clock and its features. */
async function ask(context: Context, client: Client, isLoggedIn: boolean): Promise<Finding[]> {
  const { host, messages, output } = context
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
      passed('server', messages.doctor.answered(ms)),
      checkClock(context, headers.date),
      checkFeatures(context, headers['api-features']),
      ...(await checkMail(context, client)),
    ]
  } catch (error) {
    // Without a session, 401 shows that the server is up.
    const isThere = error instanceof Failure && error.code === 'unauthorized' && !isLoggedIn
    return [
      isThere
        ? passed('server', messages.doctor.asksForToken)
        : failed('server', withSandboxStart(error, context), messages),
    ]
  }
}

function checkClock({ host, messages: { doctor }, output }: Context, date = ''): Finding {
  const skewMs = Math.abs(Date.parse(date) - host.clock.now())
  if (Number.isNaN(skewMs)) return warning('clock', doctor.clockUnknown)
  const seconds = output.local.number(Math.round(skewMs / 1000))
  return skewMs > maxSkewMs
    ? warning('clock', doctor.clockApart(seconds))
    : passed('clock', doctor.clockRight)
}

/** Reports what stops mail now. Not every server says. */
async function checkMail(
  { host, messages: { doctor } }: Context,
  client: Client,
): Promise<Finding[]> {
  try {
    const { data } = await client.call(dashboard.show, {}, { signal: host.stopped })
    const { warnings = [] } = data
    const down = warnings.find(({ code }) => code === 'relay_down')
    return [down ? warning('mail', down.message) : passed('mail', doctor.relayAccepts)]
  } catch (error) {
    if (error instanceof Failure) return []
    throw error
  }
}

const checkFeatures = ({ messages: { doctor } }: Context, names = ''): Finding =>
  names === '' ? warning('features', doctor.noFeatures) : passed('features', doctor.features(names))
