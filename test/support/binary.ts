import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface ProcessOptions {
  env?: Record<string, string>
  stdin?: string
}

const launcher = resolve('bin/remite.js')

/** The built program as processes of their own, with settings and data in `folder`. */
export const remiteIn =
  (folder: string) =>
  (words: readonly string[], options: ProcessOptions = {}): Promise<Ended> =>
    runProcess(process.execPath, [launcher, ...words], { folder, ...options })

/** A line of shell, in which `remite` is the built program. */
export const shellIn =
  (folder: string) =>
  (line: string): Promise<Ended> => {
    const program = `remite() { '${process.execPath}' '${launcher}' "$@"; }`
    return runProcess('bash', ['-c', `${program}\n${line}`], { folder })
  }

async function runProcess(
  program: string,
  words: readonly string[],
  { folder, env = {}, stdin = '' }: ProcessOptions & { folder: string },
): Promise<Ended> {
  const child = spawn(program, words, {
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
  child.stdin.on('error', () => {}) // It may end without reading what it is given.
  child.stdin.end(stdin)
  const [code] = await once(child, 'close')
  return {
    code,
    stdout: Buffer.concat(stdout).toString(),
    stderr: Buffer.concat(stderr).toString(),
  }
}
