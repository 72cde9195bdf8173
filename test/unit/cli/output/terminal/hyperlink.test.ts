import { expect, test } from 'vitest'
import { takesHyperlinks, targetOf } from '../../../../../src/cli/output/terminal/hyperlink.ts'

test.each([
  [{ TERM_PROGRAM: 'iTerm.app' }, true],
  [{ TERM: 'xterm-kitty' }, true],
  [{ VTE_VERSION: '7600' }, true],
  [{ WT_SESSION: 'x' }, true],
  [{ FORCE_HYPERLINK: '1' }, true],
  [{ TERM: 'xterm-256color' }, false],
  [{ VTE_VERSION: '5000' }, false],
  [{ TERM: 'dumb', TERM_PROGRAM: 'vscode' }, false],
  [{ TERM: 'xterm-kitty', CI: '1' }, false],
  [{ TERM: 'screen-256color', VTE_VERSION: '7600' }, false],
  [{ TERM: 'xterm-kitty', FORCE_HYPERLINK: '0' }, false],
  [{}, false],
])('a terminal with %o takes links: %s', (env, expected) => {
  expect(takesHyperlinks(env)).toBe(expected)
})

test('only pages and addresses become links, and none can leave the sequence', () => {
  expect(targetOf('https://shop.example/a?b=c')).toBe('https://shop.example/a?b=c')
  expect(targetOf('ana@example.org')).toBe('mailto:ana@example.org')
  for (const other of [
    'javascript:alert(1)',
    'Ana',
    '',
    7,
    'https://a.example/\u001b\\x',
    'a b@c.d',
  ]) {
    expect(targetOf(other)).toBeUndefined()
  }
})
