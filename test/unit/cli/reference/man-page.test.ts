import { expect, test } from 'vitest'
import { tree } from '../../../../src/cli/generated/tree.ts'
import { manPage } from '../../../../src/cli/reference/man-page.ts'
import { loadReferenceMessages } from '../../../../src/cli/reference/reference-messages.ts'
import { plain } from '../../../../src/cli/reference/roff.ts'

const page = manPage({
  verbs: tree,
  reference: await loadReferenceMessages('en'),
  version: '1.2.3',
})

test('the man page names every verb and its version', () => {
  for (const { path } of tree) expect(page).toContain(`\\fB${plain(`remite ${path}`)} `)
  expect(page).toContain('"remite 1.2.3"')
  expect(page).not.toContain('undefined')
})

test('only intended lines are roff requests', () => {
  const requests = page.split('\n').filter((line) => /^[.']/.test(line))
  const meant = /^\.(\\" .+|TH .+|SH [A-Z ]+|TP|nf|fi)$/
  expect(requests.filter((line) => !meant.test(line))).toEqual([])
})

test('it is plain ASCII, so that every roff implementation can read it', () => {
  expect(page).toMatch(/^[\n -~]+$/)
})

test('roff shows hyphens, quotes, backslashes and dots as they were typed', () => {
  expect(plain("--all '\\' ~ ^ `")).toBe('\\-\\-all \\(aq\\e\\(aq \\(ti \\(ha \\(ga')
  expect(plain('.hidden\n.too')).toBe('\\&.hidden\n\\&.too')
  expect(plain('’')).toBe('\\[u2019]')
})
