import type { Environment } from './env.ts'
import type { Profiles } from './profiles.ts'
import { fromProfile, fromVariable, type Setting } from './source.ts'
import type { Session } from './stored.ts'

export interface Token extends Setting<string> {
  /** What is stored with it, when it is a stored one. */
  session?: Session
}

interface Givens {
  environment: Environment
  profiles: Pick<Profiles, 'sessionFor'>
  profile: string
  apiUrl: string
}

/**
 * The token for requests to `apiUrl`. Apart from the settings, so that a public verb or a dry run never
 * opens the sessions. A stored token goes only to the origin that issued it (Failure `other_origin`).
 */
export function findToken({ environment, profiles, profile, apiUrl }: Givens): Token | undefined {
  const given = fromVariable('token', environment)
  if (given) return given
  const session = profiles.sessionFor(profile, apiUrl)
  const stored = fromProfile(profile, session?.token)
  return stored && session && { ...stored, session }
}
