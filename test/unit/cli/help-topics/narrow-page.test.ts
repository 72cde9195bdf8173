import { expect, test } from 'vitest'
import { narrowPage } from '../../../../src/cli/help-topics/narrow-page.ts'
import { languages } from '../../../../src/core/language.ts'
import { loadTopics } from '../../../../src/messages/topics.ts'

test.each(languages)('the topics in %s lose no word and fit into 40 columns', async (language) => {
  const { pages } = await loadTopics(language)
  for (const page of Object.values(pages)) {
    const narrow = narrowPage(page, 40)
    expect(narrow.split(/\s+/)).toEqual(page.split(/\s+/))
    expect(narrow.split('\n').filter((line) => line.length > 40)).toEqual([])
    expect(narrowPage(page, 80)).toBe(page)
  }
})

test('a sentence flows on, and a term stands above its own', () => {
  const page = [
    'TIMES',
    '  A time that the change of clocks skips is rejected. A time that occurs twice',
    '  needs a UTC offset.',
    '  "in 2h", "tomorrow 9am"  relative to now; Spanish works',
  ].join('\n')
  expect(narrowPage(page, 40).split('\n')).toEqual([
    'TIMES',
    '  A time that the change of clocks skips',
    '  is rejected. A time that occurs twice',
    '  needs a UTC offset.',
    '  "in 2h", "tomorrow 9am"',
    '      relative to now; Spanish works',
  ])
})
