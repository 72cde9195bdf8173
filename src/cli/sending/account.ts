import { findToken } from '../../config/token.ts'
import { claimsOf } from '../../config/token-claims.ts'
import { isApiKey, shownPartOf } from '../../core/credentials/api-key.ts'
import type { Context } from '../context/context.ts'

/** The account of a journal entry. Not the token, which is secret and changes with every login. */
export interface Account {
  origin: string
  /** The subject of the token, else the name that logged in, else the beginning of
   * an API key, else the profile. */
  name: string
  /** The name for people. */
  shown: string
}

export function accountOf({ environment, profiles, settings, apiUrl }: Context): Account {
  const url = apiUrl()
  const profile = settings.profile.value
  const token = findToken({ environment, profiles, profile, apiUrl: url })
  const username = token?.session?.username
  const key = token && isApiKey(token.value) ? shownPartOf(token.value) : undefined
  const name = (token && claimsOf(token.value).subject) ?? username ?? key ?? profile
  return { origin: new URL(url).origin, name, shown: username ?? name }
}
