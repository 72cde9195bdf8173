import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface ProcessResult {
  code: number | null
  stdout: string
  stderr: string
}

export interface ProcessOptions {
  env?: Record<string, string>
  stdin?: string
}

const launcher = resolve('bin/remite.js')

/** Returns a function that runs the built program as a process, with settings and data in `folder`. */
export const remiteIn =
  (folder: string) =>
  (args: readonly string[], options: ProcessOptions = {}): Promise<ProcessResult> =>
    runProcess(process.execPath, [launcher, ...args], { folder, ...options })

/** Returns a function that runs a line of bash in which `remite` is the built program. */
export const shellIn =
  (folder: string) =>
  (line: string): Promise<ProcessResult> => {
    const program = `remite() { '${process.execPath}' '${launcher}' "$@"; }`
    return runProcess('bash', ['-c', `${program}\n${line}`], { folder })
  }

async function runProcess(
  program: string,
  args: readonly string[],
  { folder, env = {}, stdin = '' }: ProcessOptions & { folder: string },
): Promise<ProcessResult> {
  const child = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      TMPDIR: folder,
      LANG: 'en_US.UTF-8',
      REMITE_CONFIG_DIR: `${folder}/config`,
      REMITE_STATE_DIR: `${folder}/state`,
      ...env,
    },
  })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk))
  child.stdin.on('error', () => {}) // The process may exit without reading its input.
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return {
    code,
    stdout: Buffer.concat(stdout).toString(),
    stderr: Buffer.concat(stderr).toString(),
  }
}
