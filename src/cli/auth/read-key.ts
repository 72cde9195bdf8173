import { users } from '../../contract/modules/users.ts'
import { isApiKey } from '../../core/credentials/api-key.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { readSecretLine } from '../input/files.ts'

/** Reads an API key, never from an argument, and asks the server whose it is and when it ends. */
export async function readKey(context: Context, apiUrl: string) {
  const token = (await typedKey(context)).trim()
  if (!isApiKey(token)) throw new Failure('key_unknown')
  const client = await context.client({ apiUrl, token })
  const { data } = await client.call(users.me, {}, { signal: context.host.stopped })
  const { username, key } = data
  const end = key?.expires_at ?? undefined
  return { token, username, rememberMe: true, ...(end !== undefined && { expiresAt: end }) }
}

async function typedKey(context: Context): Promise<string> {
  const { host, settings, mayAsk, messages } = context
  if (!mayAsk) return readSecretLine({ stdin: host.stdin, language: settings.language.value })
  const { askSecret } = await import('../prompt/prompts.ts')
  return askSecret(await context.prompter(), `${messages.headers.key}:`)
}
