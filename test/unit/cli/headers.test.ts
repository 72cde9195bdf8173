import { expect, test } from 'vitest'
import { commandPaths, loadCommand } from '../../../src/cli/commands/index.ts'
import type { View } from '../../../src/cli/output/document.ts'
import { languages } from '../../../src/core/language.ts'
import { loadMessages } from '../../../src/messages/index.ts'

test.each(languages)('every column of a view has a header in %s', async (language) => {
  const headers: Record<string, string | undefined> = (await loadMessages(language)).headers
  const silent: string[] = []
  for (const path of commandPaths) {
    const view: View = (await loadCommand(path))?.view ?? {}
    const { columns = [], fields = [], sections = [], apart } = view
    const inside = [...sections, ...(apart ? [apart] : [])].flatMap(({ title, columns }) => [
      { header: title },
      ...columns,
    ])
    for (const { header } of [...columns, ...fields, ...inside]) {
      if (!headers[header]) silent.push(`${path}: ${header}`)
    }
  }
  expect(silent).toEqual([])
})
