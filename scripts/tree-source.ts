import { makeTree } from '../src/cli/reference/make-tree.ts'
import { commands as en } from '../src/messages/en/commands.ts'
import { topics as topicsEn } from '../src/messages/en/topics.ts'
import { commands as es } from '../src/messages/es/commands.ts'
import { topics as topicsEs } from '../src/messages/es/topics.ts'

const json = (value: unknown) => JSON.stringify(value, undefined, 1)

/** The content of `src/cli/generated/tree.ts`. */
export const treeSource = async (): Promise<string> =>
  `// The declarations of all verbs. Help, completion and the parser read them without loading a verb.
import type { Verb } from '../syntax/verb.ts'

export const tree: readonly Verb[] = ${json(await makeTree())}

export const nounSummaries = ${json({ en: en.nouns, es: es.nouns })}

export const topicSummaries = ${json({ en: topicsEn.summaries, es: topicsEs.summaries })}

export const globalMessages = ${json({ en: en.program, es: es.program })}
`
