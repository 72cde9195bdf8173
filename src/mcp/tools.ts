import { setImmediate } from 'node:timers/promises'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { Language } from '../core/language.ts'
import { wordsOf } from '../messages/endpoints.ts'
import { inputSchemaOf, isIdempotent } from './schema.ts'
import { type Member, mayBeGrave, type Permission, type Surface, surface } from './surface.ts'
import type { Words } from './words.ts'

type Described = Tool & Pick<Surface, 'permission'>

const made = new Map<Language, Promise<Described[]>>()

/** The tools that these permissions reach, in the words of a language. */
export async function toolsFor(permissions: readonly Permission[], words: Words): Promise<Tool[]> {
  const all = made.get(words.language) ?? describeAll(words)
  made.set(words.language, all)
  return (await all)
    .filter(({ permission }) => permissions.includes(permission))
    .map(({ permission: _, ...tool }) => tool)
}

/** Schemas take a while to make, and a service has others to answer: one in each turn of the loop. */
async function describeAll(words: Words): Promise<Described[]> {
  const all: Described[] = []
  for (const tool of surface) all.push(await setImmediate(describe(tool, words)))
  return all
}

function describe(tool: Surface, words: Words): Described {
  const { name, permission, members } = tool
  const { title } = words.own.tools[name]
  return {
    name,
    title,
    description: descriptionOf(tool, words),
    inputSchema: inputSchemaOf(tool, words),
    annotations: { title, ...hintsOf(members) },
    permission,
  }
}

/** What it is for, what each choice is by the contract's own words, and that it wants to be confirmed. */
function descriptionOf({ name, members }: Surface, { own, endpoints }: Words): string {
  const lines = [own.tools[name].description]
  if (members.length > 1) {
    for (const { choice, noun, verb } of members) {
      lines.push(own.summary(choice, wordsOf(endpoints, noun, verb).summary))
    }
  }
  if (members.some(mayBeGrave)) lines.push(own.takesConfirmation)
  return lines.join('\n')
}

export const hintsOf = (members: readonly Member[]) => ({
  readOnlyHint: members.every(({ endpoint }) => endpoint.effect === 'read'),
  destructiveHint: members.some(mayBeGrave),
  idempotentHint: members.every(({ endpoint }) => isIdempotent(endpoint)),
  // What is mailed leaves the account; all else stays in it.
  openWorldHint: members.some(reachesPeople),
})

const reachesPeople = (member: Member): boolean =>
  mayBeGrave(member) && (member.endpoint.effect === 'send' || member.isGrave === true)
