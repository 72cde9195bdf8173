import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'

const readme = readFileSync('README.md', 'utf8')
const tour = [...readme.matchAll(/^```sh tour\n(.*?)^```$/gms)].map(([, block]) => block)

test('every line of the tour runs, top to bottom, in a real shell', { timeout: 120_000 }, () => {
  const folder = newFolder()
  const bin = join(folder, 'bin')
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'remite'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/remite.js')}' "$@"\n`,
  )
  chmodSync(join(bin, 'remite'), 0o755)
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: folder,
    REMITE_CONFIG_DIR: join(folder, 'config'),
    REMITE_STATE_DIR: join(folder, 'state'),
    LANG: 'en_US.UTF-8',
  }
  const stop = () => spawnSync(join(bin, 'remite'), ['sandbox', 'stop'], { env })
  try {
    const script = `set -euxo pipefail\n${tour.join('\n')}`
    const ran = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
    expect(ran.status, ran.stderr).toBe(0)
    expect(ran.stdout).toContain('Primavera')
    expect(ran.stdout).toContain('ana@example.org')
  } finally {
    stop()
  }
})
