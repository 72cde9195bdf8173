import { mkdirSync } from 'node:fs'
import { expiryOf } from '../../../config/token-claims.ts'
import { auth } from '../../../contract/modules/auth.ts'
import { Failure } from '../../../core/failure.ts'
import type { Context } from '../../context.ts'
import { spawnInBackground } from '../../processes.ts'
import { findSandbox, readCredentials, type SandboxState, sandboxFolder } from './state.ts'

export const profileName = 'sandbox'

/** A cold start on a busy machine; one that takes longer has failed. */
const patienceMs = 20_000
const pauseMs = 50

export interface Wishes {
  port?: number
  smtp?: string
  'machine-window'?: string
}

/** `serve --sandbox` as a process of its own that outlives this one; ready when its state says so. */
export async function startSandbox(context: Context, wishes: Wishes): Promise<SandboxState> {
  const { host } = context
  const folder = sandboxFolder(context)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = Object.entries(wishes).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const child = spawnInBackground(['serve', '--sandbox', '--folder', folder, ...flags], {
    env: host.env,
    log: `${folder}/service.log`,
  })
  const deadline = host.clock.now() + patienceMs
  while (host.clock.now() < deadline && child.isAlive()) {
    const sandbox = await findSandbox(context)
    if (sandbox && sandbox.pid === child.pid) return sandbox
    await host.clock.sleep(pauseMs, host.stopped)
  }
  throw new Failure('sandbox_did_not_start', { values: { log: `${folder}/service.log` } })
}

/** Into a profile of its own; it becomes the current one only when there is no other. */
export async function logIntoSandbox(
  context: Context,
  { url, folder }: SandboxState,
): Promise<string> {
  const { profiles, words } = context
  const credentials = readCredentials(folder)
  if (!credentials)
    throw new Failure('sandbox_did_not_start', { values: { log: `${folder}/service.log` } })
  const client = await context.client({ isPublic: true, apiUrl: url })
  const { data } = await client.call(auth.getToken, {
    username: credentials.username,
    pass: credentials.pass,
    rememberMe: true,
  })
  const expiresAt = expiryOf(data.token)
  await profiles.save({ ...profiles.get(profileName), name: profileName, apiUrl: url })
  await profiles.saveSession(profileName, {
    token: data.token,
    apiUrl: url,
    username: credentials.username,
    remembered: true,
    ...(expiresAt !== undefined && { expiresAt }),
  })
  context.output.note(words.operating.sandboxReady)
  return credentials.username
}
