import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../support/folder.ts'

const readme = readFileSync('README.md', 'utf8')
const tour = [...readme.matchAll(/^```sh tour\n(.*?)^```$/gms)].map(([, block]) => block)

const folder = newFolder()
const bin = join(folder, 'bin')
const env = {
  PATH: `${bin}:${process.env.PATH}`,
  HOME: folder,
  REMITE_CONFIG_DIR: join(folder, 'config'),
  REMITE_STATE_DIR: join(folder, 'state'),
  LANG: 'en_US.UTF-8',
}

interface Step {
  command: string
  /** Its standard output and standard error, as they came. */
  shown: string
}

let status: number | null
let steps: Step[] = []
beforeAll(() => {
  mkdirSync(bin)
  writeFileSync(
    join(bin, 'remite'),
    `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/remite.js')}' "$@"\n`,
  )
  chmodSync(join(bin, 'remite'), 0o755)
  // The shell says each command behind a plus sign before it runs it.
  const script = `exec 2>&1; set -euxo pipefail\n${tour.join('\n')}`
  const ran = spawnSync('bash', ['-c', script], { cwd: folder, env, encoding: 'utf8' })
  status = ran.status
  steps = stepsOf(ran.stdout)
}, 120_000)
afterAll(() => {
  spawnSync(join(bin, 'remite'), ['sandbox', 'stop'], { env })
})

function stepsOf(output: string): Step[] {
  const found: Step[] = []
  for (const line of output.split('\n')) {
    // With two signs it runs inside of another.
    if (line.startsWith('++ ')) continue
    if (line.startsWith('+ ')) found.push({ command: line.slice(2), shown: '' })
    const step = found.at(-1)
    if (step && !line.startsWith('+ ')) step.shown += `${line}\n`
  }
  return found.map(({ command, shown }) => ({ command, shown: shown.trim() }))
}

const commands = () => steps.filter(({ command }) => command.startsWith('remite '))

/** What the command that begins so has shown. */
const shownBy = (words: string): string =>
  commands().find(({ command }) => command.startsWith(`remite ${words}`))?.shown ?? ''

test('every line of the tour runs, top to bottom, in a real shell', () => {
  expect([status, steps.at(-1)]).toMatchObject([0, { command: 'remite sandbox stop' }])
  const lines = tour.join('').match(/^remite /gm) ?? []
  expect(commands()).toHaveLength(lines.length)
})

test('no command of the tour shows nothing', () => {
  expect(commands().filter(({ shown }) => shown === '')).toEqual([])
})

test.each<[words: string, shown: RegExp]>([
  ['sandbox start', /^http:\/\/127\.0\.0\.1:\d+\/v3\/api\tsandbox\tsandbox\t/m],
  ['auth status', /^sandbox\tsandbox\thttp:/],
  ['sandbox inbox list', /^1\ttienda@example\.org\t.*\d{6}.*\t/],
  ['senders verify', /^ok\ttrue$/],
  ['lists import clientes.csv --list Clientes --dry-run', /^1\t2\t2\t0\t0\t/m],
  ['lists import clientes.csv --list Clientes', /Ciudad → Ciudad\n1\t2\t2\t0\t0\t/],
  ['contacts list --list Clientes', /^1\tana@example\.org\tAna\tactive\t.*\n2\tluis@example\.org/],
  ['contacts bulk add_tag', /^true\t1\t0/],
  ['segments preview 1', /^1\t1$/],
  ['lists clean', /^1\tdone\t2\t/],
  ['lists export', /^clientes-copia\.csv\t\d+$/],
  ['search contacts', /^\d+\t2\tluis@example\.org\tLuis\t/],
  ['campaigns create', /^1\tdraft$/],
  ['campaigns check', /^true\t2\t0\t/],
  ['campaigns test', /^true\t1$/],
  ['campaigns send', /: +2$[\s\S]*^1\tsent\t2\t2\t/m],
  ['campaigns stats 1', /^sent\t2\t2\t2\t/],
  ['dashboard', /^2\t2\t1\t1\t2\t/],
  ['campaigns list', /^\{"data":\[\{"id":1,"camp_name":"Primavera",/],
  ['contacts list --list Clientes -o csv', /^email,nombre\r\nana@example\.org,Ana\r\nluis@/],
  ['campaigns stats 1 --lang es', /^Estado +✓ enviada\nDestinatarios +2\n/],
])('%s shows what it has done', (words, shown) => {
  expect(shownBy(words)).toMatch(shown)
})
