import { findToken } from '../../config/token.ts'
import { claimsOf } from '../../config/token-claims.ts'
import type { Context } from '../context.ts'

/** Whose journal entries these are. Never the token: it changes with every log-in, and is a secret. */
export interface Account {
  origin: string
  /** By the token's own subject, else by the name that logged in, else by the profile. */
  name: string
  /** As people know it. */
  shown: string
}

export function accountOf({ environment, profiles, settings, apiUrl }: Context): Account {
  const url = apiUrl()
  const profile = settings.profile.value
  const token = findToken({ environment, profiles, profile, apiUrl: url })
  const username = token?.session?.username
  const name = (token && claimsOf(token.value).subject) ?? username ?? profile
  return { origin: new URL(url).origin, name, shown: username ?? name }
}
