import { expect, test } from 'vitest'
import { hasUnicode } from '../../../../src/cli/output/unicode.ts'

test.each([
  ['linux', { LANG: 'es_ES.UTF-8' }, true],
  ['linux', { LANG: 'C' }, false],
  ['linux', { LANG: 'es_ES.UTF-8', LC_ALL: 'POSIX' }, false],
  ['linux', { LANG: 'es_ES.UTF-8', TERM: 'linux' }, false],
  ['win32', { WT_SESSION: '5d3e' }, true],
  ['win32', { TERM_PROGRAM: 'vscode' }, true],
  ['win32', { TERM: 'xterm-256color' }, true],
  ['win32', {}, false],
] as const)('on %s with %o more than ASCII: %s', (platform, env, is) => {
  expect(hasUnicode(env, platform)).toBe(is)
})
