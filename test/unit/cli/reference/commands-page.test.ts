import { describe, expect, test } from 'vitest'
import { tree } from '../../../../src/cli/generated/tree.ts'
import { termOf } from '../../../../src/cli/help/flag-text.ts'
import { commandsPage } from '../../../../src/cli/reference/commands-page.ts'
import { loadEntries } from '../../../../src/cli/reference/entry.ts'
import { cellCode } from '../../../../src/cli/reference/markdown.ts'
import { loadReferenceMessages } from '../../../../src/cli/reference/reference-messages.ts'
import { languages } from '../../../../src/core/language.ts'
import { exampleIn } from '../../../../src/messages/example-words.ts'

const entries = await loadEntries()
const cellsOf = (row: string) => row.split(/(?<!\\)\|/).length

describe.each(languages)('the page of commands in %s', async (language) => {
  const words = await loadReferenceMessages(language)
  const page = commandsPage(entries, words)
  const lines = page.split('\n')
  const sections = new Map(
    page.split(/^#{2,3} /m).map((section) => [section.split('\n')[0], section]),
  )

  test('has a section for every verb, with its summary, flags and examples', () => {
    for (const { path, summary, flags, examples } of tree) {
      const section = sections.get(path) ?? ''
      expect(section, path).toContain(`\n\n${summary[language]}.\n`)
      for (const flag of flags.filter(({ isFormer }) => !isFormer)) {
        expect(section, path).toContain(cellCode(termOf(flag, language)))
      }
      for (const example of examples) {
        expect(section, path).toContain(`\nremite ${exampleIn(example, language)}\n`)
      }
    }
  })

  test('lists the request, output and failures of a verb', () => {
    const section = sections.get('campaigns send')
    expect(section).toContain('`PUT /campaigns/:id/send`')
    expect(section).toMatch(/`recipients` \(\w+\)/)
    expect(section).toMatch(
      /\b4 `key_expired` `key_revoked` `key_unknown` `not_logged_in` `token_expired` `token_revoked` `unauthorized`/,
    )
  })

  test('omits empty parts', () => {
    expect(page).not.toMatch(/undefined|\[object|\n\n\n/)
  })

  test('every link in the contents leads to a heading', () => {
    const headings = [...page.matchAll(/^#{2,3} (.+)$/gm)].map(([, heading = '']) => heading)
    const anchors = headings.map((heading) => heading.toLowerCase().replaceAll(' ', '-'))
    const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor]) => anchor)
    expect(links.length).toBeGreaterThanOrEqual(tree.length)
    expect(links.filter((anchor) => !anchors.includes(anchor ?? ''))).toEqual([])
    expect(new Set(anchors).size).toBe(anchors.length)
  })

  test('every row of a table has as many cells as its head', () => {
    for (const [at, line] of lines.entries()) {
      const above = lines[at - 1] ?? ''
      if (line.startsWith('|') && above.startsWith('|')) {
        expect(cellsOf(line), line).toBe(cellsOf(above))
      }
    }
  })
})
