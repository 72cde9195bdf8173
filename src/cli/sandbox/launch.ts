import { mkdirSync } from 'node:fs'
import { expiryOf } from '../../config/token-claims.ts'
import { auth } from '../../contract/modules/auth.ts'
import { Failure } from '../../core/failure.ts'
import type { Context } from '../context/context.ts'
import { spawnInBackground } from '../host/processes.ts'
import { findSandbox, readCredentials, type SandboxState, sandboxFolder } from './state.ts'

export const profileName = 'sandbox'

/** Enough for a cold start on a busy machine. */
const startTimeoutMs = 20_000
const pollIntervalMs = 50

interface SandboxFlags {
  port?: number
  smtp?: string
  'machine-window'?: string
}

/** Starts `serve --sandbox` in the background and waits until it is ready. */
export async function startSandbox(context: Context, options: SandboxFlags): Promise<SandboxState> {
  const { host } = context
  const folder = sandboxFolder(context)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const flags = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, String(value)],
  )
  const child = spawnInBackground(['serve', '--sandbox', '--folder', folder, ...flags], {
    env: host.env,
    log: `${folder}/service.log`,
  })
  const deadline = host.clock.now() + startTimeoutMs
  while (host.clock.now() < deadline && child.isAlive()) {
    const sandbox = await findSandbox(context)
    if (sandbox && sandbox.pid === child.pid) return sandbox
    await host.clock.sleep(pollIntervalMs, host.stopped)
  }
  throw new Failure('sandbox_did_not_start', { values: { log: `${folder}/service.log` } })
}

/** Logs in to the sandbox in its own profile, which becomes current only if there is no other. */
export async function logIntoSandbox(
  context: Context,
  { url, folder }: SandboxState,
): Promise<string> {
  const { profiles, messages } = context
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
  context.output.note(messages.operating.sandboxReady)
  return credentials.username
}
