import { commandsPage } from '../src/cli/reference/commands-page.ts'
import { loadEntries } from '../src/cli/reference/entry.ts'
import { manPage } from '../src/cli/reference/man-page.ts'
import { loadReferenceWords } from '../src/cli/reference/reference-words.ts'
import { tree } from '../src/cli/tree.ts'
import { version } from '../src/cli/version.ts'
import { writeGenerated } from './generated.ts'

const entries = await loadEntries()
const [en, es] = [await loadReferenceWords('en'), await loadReferenceWords('es')]

writeGenerated('docs/commands.md', commandsPage(entries, en))
writeGenerated('docs/comandos.md', commandsPage(entries, es))
writeGenerated('man/remite.1', manPage({ verbs: tree, words: en, version }))
