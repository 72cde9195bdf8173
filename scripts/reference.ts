import { tree } from '../src/cli/generated/tree.ts'
import { version } from '../src/cli/host/version.ts'
import { commandsPage } from '../src/cli/reference/commands-page.ts'
import { loadEntries } from '../src/cli/reference/entry.ts'
import { manPage } from '../src/cli/reference/man-page.ts'
import { loadReferenceMessages } from '../src/cli/reference/reference-messages.ts'
import { writeGenerated } from './generated.ts'

const entries = await loadEntries()
const [en, es] = [await loadReferenceMessages('en'), await loadReferenceMessages('es')]

writeGenerated('docs/commands.md', commandsPage(entries, en))
writeGenerated('docs/comandos.md', commandsPage(entries, es))
writeGenerated('man/remite.1', manPage({ verbs: tree, reference: en, version }))
