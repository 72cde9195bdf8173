import { checkApiUrl } from '../../config/api-url.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { explain } from '../output/explain-failure.ts'
import { probeServer } from './probe.ts'

/** The path under which a service offers its API. */
const usualPath = '/v3/api'

/** Returns the address that a typed text means: `mail.example.org` is an https address with the usual path. */
function addressOf(text: string, { insecureHttp }: { insecureHttp: boolean }): string {
  const typed = text.trim()
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:|\/|$)/.test(typed)
  const full = /^[a-z]+:\/\//i.test(typed) ? typed : `${isLocal ? 'http' : 'https'}://${typed}`
  const address = checkApiUrl(full, { insecureHttp })
  return new URL(address).pathname === '/' ? `${new URL(address).origin}${usualPath}` : address
}

/** Finds the service at a typed address. Returns its address, or the sentence that says what is wrong. */
export async function findService(
  context: Context,
  text: string,
): Promise<{ apiUrl: string } | { problem: string }> {
  const { flags, messages } = context
  try {
    const apiUrl = addressOf(text, { insecureHttp: flags.insecureHttp === true })
    const failure = await probe(context, apiUrl)
    if (!failure) return { apiUrl }
    return { problem: messages.login.noService(apiUrl, explain(failure, messages).detail) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { detail, problems } = explain(error, messages)
    return { problem: problems[0]?.message ?? detail }
  }
}

/** Reads without a session: a service refuses that with the error of its API. */
async function probe(context: Context, apiUrl: string): Promise<Failure | undefined> {
  const client = await context.client({ isPublic: true, apiUrl })
  try {
    await probeServer(client, context.host.stopped)
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return error.code === 'unauthorized' ? undefined : error
  }
}
