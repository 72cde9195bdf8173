import { findToken } from '../../config/token.ts'
import { claimsOf } from '../../config/token-claims.ts'
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
  const subject = token && claimsOf(token.value).subject
  return {
    origin: new URL(url).origin,
    name: subject ?? token?.session?.username ?? profile,
  }
}
