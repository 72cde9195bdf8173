import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { run } from '../../../src/cli/main.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { newFolder } from '../folder.ts'

/** The command line as on Windows, as far as that depends on the platform that it is told. */
export function remiteOnWindows(env: Record<string, string> = {}) {
  const folder = newFolder()
  const state = join(folder, 'state')
  const remite = async (...argv: string[]) => {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()]
    const code = await run({
      argv,
      env: { LANG: 'en_US.UTF-8', REMITE_CONFIG_DIR: folder, REMITE_STATE_DIR: state, ...env },
      stdin: Object.assign(Readable.from([]), { isTTY: false }),
      stdout,
      stderr,
      machine: { platform: 'win32', home: 'C:\\Users\\ana' },
      timezone: 'Europe/Madrid',
      clock: systemClock,
      stopped: new AbortController().signal,
    })
    return { code, stdout: String(stdout.read() ?? ''), stderr: String(stderr.read() ?? '') }
  }
  return Object.assign(remite, { sandbox: join(state, 'sandbox') })
}
