import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { namesKey } from '../../src/cli/completion/answer.ts'
import { rememberNames } from '../../src/cli/completion/names.ts'
import { nounSummaries } from '../../src/cli/generated/tree.ts'
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

/** Returns COMPREPLY after a Tab behind these words. */
const bash = (...words: string[]) =>
  run(
    'bash',
    `source completions/remite.bash
     COMP_WORDS=(remite ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
     compopt() { :; }; _remite; printf '%s\\n' "\${COMPREPLY[@]}"`,
  )

test('bash completes nouns, verbs, flags, choices and known ids', () => {
  expect(bash('camp')).toBe('campaigns\n')
  expect(bash('campaigns', 'sen')).toBe('send\n')
  expect(bash('campaigns', 'create', '--track-r')).toBe('--track-reads\n')
  expect(bash('campaigns', 'list', '--status', 'dra')).toBe('draft\n')
  expect(bash('campaigns', 'send', '')).toBe('7\n')
})

test.skipIf(!has('fish'))('fish completes with a description beside each candidate', () => {
  const fish = (line: string) =>
    run('fish', `source completions/remite.fish; complete -C '${line}'`)
  expect(fish('remite camp')).toContain(`campaigns\t${nounSummaries.en.campaigns}`)
  expect(fish('remite campaigns send ')).toContain('7\tPrimavera')
})

test.skipIf(!has('zsh'))('zsh loads the completion script', () => {
  const found = run(
    'zsh',
    `autoload -U compinit; compinit -u -d "$HOME/zcompdump"; source completions/_remite
     _describe() { print -l -- "\${(@P)2}"; }; words=(remite campaigns sen); CURRENT=3; _remite`,
  )
  expect(found).toContain('send:Send a campaign now')
})
