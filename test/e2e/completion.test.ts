import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { nounSummaries } from '../../src/cli/generated/tree.ts'
import { namesKey, rememberNames } from '../../src/cli/known-names/names.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const bin = join(folder, 'bin')
mkdirSync(bin)
writeFileSync(
  join(bin, 'remite'),
  `#!/bin/sh\nexec '${process.execPath}' '${resolve('bin/remite.js')}' "$@"\n`,
)
chmodSync(join(bin, 'remite'), 0o755)
const apiUrl = 'https://mail.example.org/v3/api'
rememberNames(join(folder, 'names.json'), namesKey(apiUrl, 'campaigns'), [
  { id: 7, camp_name: 'Primavera' },
  { id: 8, camp_name: "Oferta: $1 'hoy'" },
])
rememberNames(join(folder, 'names.json'), namesKey(apiUrl, 'senders'), [
  { id: 1, from_mail: 'news@example.org' },
])

const env = {
  PATH: `${bin}:${process.env.PATH}`,
  HOME: folder,
  REMITE_CONFIG_DIR: folder,
  REMITE_STATE_DIR: folder,
  REMITE_API_URL: apiUrl,
  LANG: 'en_US.UTF-8',
}

/** Whether the shell is installed. `.ci/run` installs Debian's packages. */
const has = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

function run(shell: string, script: string): string {
  const { stdout, stderr } = spawnSync(shell, ['-c', script], {
    env,
    encoding: 'utf8',
    cwd: resolve('.'),
  })
  return stdout + stderr
}

/** Returns COMPREPLY after a Tab behind this line, which bash has split as it does. */
const bash = (line: string, pieces = line.split(' ')) =>
  run(
    'bash',
    `source completions/remite.bash
     COMP_WORDS=(${['remite', ...pieces].map(quoted).join(' ')}); COMP_CWORD=${pieces.length}
     COMP_LINE=${quoted(`remite ${line}`)}; COMP_POINT=\${#COMP_LINE}
     compopt() { :; }; _remite; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

test('bash completes nouns, verbs, flags and choices', () => {
  expect(bash('camp')).toBe('campaigns\n')
  expect(bash('campaigns sen')).toBe('send\n')
  expect(bash('campaigns create --track-r')).toBe('--track-reads\n')
  expect(bash('campaigns list --status dra')).toBe('draft\n')
  expect(bash('help sched')).toBe('scheduling\n')
})

test('bash completes names, and quotes what a shell would read otherwise', () => {
  expect(bash('campaigns send p')).toBe('Primavera\n')
  expect(bash('campaigns send ofer')).toBe("Oferta:\\ \\$1\\ \\'hoy\\'\n")
  expect(bash('campaigns send "ofer')).toBe("Oferta: $1 'hoy'\n")
})

test('bash completes what stands behind the signs at which it splits a word', () => {
  const split = ['campaigns', 'create', '--from-mail', '=', 'news', '@', 'ex']
  expect(bash('campaigns create --from-mail=news@ex', split)).toBe('@example.org\n')
  expect(bash('campaigns list --status=dra', ['campaigns', 'list', '--status', '=', 'dra'])).toBe(
    'draft\n',
  )
  expect(bash('campaigns list --status=', ['campaigns', 'list', '--status', '='])).toContain(
    'draft\n',
  )
})

test.skipIf(!has('fish'))('fish completes with a description beside each candidate', () => {
  const fish = (line: string) =>
    run('fish', `source completions/remite.fish; complete -C '${line}'`)
  expect(fish('remite camp')).toContain(`campaigns\t${nounSummaries.en.campaigns}`)
  expect(fish('remite campaigns send ')).toContain('Primavera\t7')
})

test.skipIf(!has('zsh'))('zsh loads the completion script', () => {
  const found = run(
    'zsh',
    `autoload -U compinit; compinit -u -d "$HOME/zcompdump"; source completions/_remite
     _describe() { print -l -- "\${(@P)2}"; }; words=(remite campaigns sen); CURRENT=3; _remite`,
  )
  expect(found).toContain('send:Send a campaign now')
})

test.skipIf(!has('zsh'))('zsh gets the colon of a name as part of it', () => {
  const found = run(
    'zsh',
    `autoload -U compinit; compinit -u -d "$HOME/zcompdump"; source completions/_remite
     _describe() { print -rl -- "\${(@P)2}"; }; words=(remite campaigns send Ofer); CURRENT=4; _remite`,
  )
  expect(found).toContain("Oferta\\: $1 'hoy':8")
})
