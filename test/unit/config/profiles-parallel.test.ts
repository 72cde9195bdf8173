import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { openProfiles } from '../../../src/config/profiles.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { newFolder } from '../../support/folder.ts'

const run = promisify(execFile)
const source = new URL('../../../src/', import.meta.url).pathname

/** Node 20 runs no TypeScript, and what is shipped is a bundle anyway. */
async function bundleWriter(folder: string): Promise<string> {
  const entry = join(folder, 'writer.ts')
  writeFileSync(
    entry,
    `import { openProfiles } from '${source}config/profiles.ts'
     import { systemClock } from '${source}core/clock.ts'
     const [folder, name] = process.argv.slice(2)
     const profiles = openProfiles({ folder, clock: systemClock })
     const apiUrl = 'https://mail.example.org/v3/api'
     await profiles.saveSession(name, { token: name, apiUrl, remembered: true })
     await profiles.save({ name, apiUrl })
     console.log(process.eventNames().filter((event) => event.startsWith('SIG')).join())`,
  )
  const bundle = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' })
  const { output } = await bundle.write({ dir: join(folder, 'out'), entryFileNames: 'writer.mjs' })
  await bundle.close()
  return join(folder, 'out', output[0].fileName)
}

test('20 concurrent writers lose nothing and keep no foreign signal handlers', {
  timeout: 30_000,
}, async () => {
  const folder = newFolder()
  const writer = await bundleWriter(folder)
  const names = Array.from({ length: 20 }, (_, index) => `profile-${index}`).sort()
  const stored = join(folder, 'stored')

  const runs = await Promise.all(names.map((name) => run(process.execPath, [writer, stored, name])))

  const profiles = openProfiles({ folder: stored, clock: systemClock })
  expect(
    profiles
      .list()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names)
  expect(names.map((name) => profiles.session(name)?.token)).toEqual(names)
  expect(runs.map(({ stdout }) => stdout.trim())).toEqual(names.map(() => ''))
})
