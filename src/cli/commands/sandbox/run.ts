import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../core/failure.ts'
import { defineCommand } from '../../command/command.ts'
import { runProgram, runRemite } from '../../host/processes.ts'

export const command = defineCommand({
  positionals: ['command...'],
  isPublic: true,
  examples: [
    'sandbox run -- remite lists list',
    "sandbox run -- sh -c 'remite lists create --name A && ./check.sh'",
  ],
  failures: ['sandbox_did_not_start', 'program_not_found'],
  async run({ host }, { positionals: { command = [] } }) {
    const folder = mkdtempSync(join(tmpdir(), 'remite-sandbox-'))
    const env: NodeJS.ProcessEnv = {
      ...host.env,
      REMITE_CONFIG_DIR: join(folder, 'config'),
      REMITE_STATE_DIR: join(folder, 'state'),
    }
    // The program must use the account of the sandbox, not the user's.
    for (const name of ['REMITE_TOKEN', 'REMITE_API_URL', 'REMITE_PROFILE']) delete env[name]
    const remite = (...args: string[]) => runRemite(args, { env, isShown: false })
    const { code, stdout: url } = await remite('sandbox', 'start', '--quiet', '-o', 'ids')
    // The error is on standard error already, and it names the log in this folder.
    if (code !== 0) return { exit: code }
    try {
      const { stdout: token } = await remite('auth', 'token')
      const account = { REMITE_API_URL: url.trim(), REMITE_TOKEN: token.trim() }
      return { exit: await runOrRefuse(command, { ...env, ...account }) }
    } finally {
      await remite('sandbox', 'stop', '--quiet', '-o', 'ids')
      rmSync(folder, { recursive: true, force: true })
    }
  },
})

async function runOrRefuse(command: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    return await runProgram(command, env)
  } catch (cause) {
    throw new Failure('program_not_found', { values: { program: command[0] ?? '' } }, { cause })
  }
}
