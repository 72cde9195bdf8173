import { findToken } from '../../config/token.ts'
import type { Context } from '../context.ts'

/** Whose journal entries these are. Never the token: it changes with every log-in, and is a secret. */
export interface Account {
  origin: string
  name: string
}

/** By the token's own subject, else by the name that logged in, else by the profile. */
export function accountOf({ environment, profiles, settings, apiUrl }: Context): Account {
  const url = apiUrl()
  const profile = settings.profile.value
  const token = findToken({ environment, profiles, profile, apiUrl: url })
  const subject = token && subjectOf(token.value)
  return {
    origin: new URL(url).origin,
    name: subject ?? token?.session?.username ?? profile,
  }
}

function subjectOf(token: string): string | undefined {
  const [, payload = ''] = token.split('.')
  try {
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString())
    return typeof sub === 'string' || typeof sub === 'number' ? `sub:${sub}` : undefined
  } catch {
    return undefined // any other kind of token: it names nobody
  }
}
