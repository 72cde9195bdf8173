import { PassThrough } from 'node:stream'
import { readPlain } from '../../../src/cli/input/field-value.ts'
import type { RawInput } from '../../../src/cli/input/read-input.ts'
import { readTime } from '../../../src/cli/input/times.ts'
import { normalizeArgv } from '../../../src/cli/program/normalize-argv.ts'
import { createProgram } from '../../../src/cli/program/program.ts'
import { readGlobalFlags } from '../../../src/cli/syntax/global-flags.ts'
import type { Verb } from '../../../src/cli/syntax/verb.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { parseDuration } from '../../../src/core/duration.ts'
import type { Problem } from '../../../src/core/failure.ts'

/** Parses arguments with the real parser, without running the verb. */
export async function parseCommand(
  argv: string[],
): Promise<{ verb: Verb; raw: RawInput } | undefined> {
  const nowhere = new PassThrough()
  let parsed: { verb: Verb; raw: RawInput } | undefined
  const host = {
    ...{ argv, env: {}, stdin: nowhere, stdout: nowhere, stderr: nowhere },
    machine: { platform: process.platform, home: '' },
    timezone: 'Europe/Madrid',
    clock: systemClock,
    stopped: new AbortController().signal,
  }
  const program = createProgram(host, 'en', async (verb, raw) => {
    parsed = { verb, raw }
  })
  await program.parseAsync(normalizeArgv(argv), { from: 'user' })
  return parsed
}

/** Returns the problems that the flags have, without reading files or calling the server. */
export function flagProblems(raw: RawInput, { flags }: Verb): (Problem | string)[] {
  readGlobalFlags(raw.flags)
  const problems: Problem[] = []
  for (const flag of flags) {
    const typed = raw.flags[flag.key]
    if (typed !== undefined) readPlain(typed, flag, problems)
    if (flag.placeholder === 'TIME' && parseDuration(String(typed ?? '1s')) === undefined) {
      readTime(String(typed), { zone: 'Europe/Madrid', now: 0, day: 'start' })
    }
  }
  const missing = flags.filter(({ required, key }) => required && raw.flags[key] === undefined)
  return [...problems, ...missing.map(({ name }) => `--${name} is missing`)]
}
