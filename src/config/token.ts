import type { Environment } from './env.ts'
import type { Profiles } from './profiles.ts'
import { fromProfile, fromVariable, type Setting } from './source.ts'
import type { Session } from './stored.ts'

export interface Token extends Setting<string> {
  /** The session of a stored token. */
  session?: Session
}

interface TokenSources {
  environment: Environment
  profiles: Pick<Profiles, 'sessionFor'>
  profile: string
  apiUrl: string
}

/**
 * Finds the token for requests to `apiUrl`. It is separate from the settings, so that public verbs
 * and dry runs never open the session file. A stored token is sent only to the origin that issued
 * it (Failure `other_origin`).
 */
export function findToken({
  environment,
  profiles,
  profile,
  apiUrl,
}: TokenSources): Token | undefined {
  const given = fromVariable('token', environment)
  if (given) return given
  const session = profiles.sessionFor(profile, apiUrl)
  const stored = fromProfile(profile, session?.token)
  return stored && session && { ...stored, session }
}
