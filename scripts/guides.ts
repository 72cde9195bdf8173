import { readFileSync } from 'node:fs'
import { guideTopics } from '../src/cli/help/guide-topics.ts'
import { languages } from '../src/core/language.ts'
import { writeGenerated } from './generated.ts'
import { guideTables } from './guide-tables.ts'

const mark = /^(<!-- generated: ([\w-]+) -->\n).*?^(<!-- end -->)$/gms

for (const language of languages) {
  const tables = guideTables(language)
  for (const topic of guideTopics) {
    const path = `docs/guides/${language}/${topic}.md`
    const guide = readFileSync(path, 'utf8').replace(mark, (_, start, name: string, end) => {
      const table = tables[name]
      if (table === undefined) throw new Error(`${path}: no table ${name}`)
      return `${start}\n${table}\n\n${end}`
    })
    writeGenerated(path, guide)
  }
}
