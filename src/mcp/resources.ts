import type {
  ReadResourceResult,
  Resource,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js'
import { contract } from '../contract/index.ts'
import { Failure } from '../core/failure.ts'
import { answerSchemaOf } from './answers/answer-schema.ts'
import { lean } from './answers/lean.ts'
import { clean, cleanText } from './clean.ts'
import type { McpMessages } from './messages.ts'
import { labelled } from './results.ts'
import type { Session } from './session.ts'

/** The resources, such as `remite://campaigns/7`. */
const nouns = ['campaigns', 'lists', 'templates'] as const
type ResourceNoun = (typeof nouns)[number]

const mimeType = 'application/json'

/** The newest of each kind are listed. The tools find the rest. */
const maxListed = 20

export const resourceTemplates = ({ assistant }: McpMessages): ResourceTemplate[] =>
  nouns.map((noun) => ({
    name: noun,
    uriTemplate: `remite://${noun}/{id}`,
    mimeType,
    ...assistant.resources[noun],
  }))

export async function listResources(session: Session): Promise<Resource[]> {
  const found = await Promise.all(nouns.map((noun) => listOf(session, noun)))
  return found.flat()
}

async function listOf({ client, messages }: Session, noun: ResourceNoun): Promise<Resource[]> {
  const { data } = await client.call(contract[noun].list as typeof contract.lists.list, {
    limit: maxListed,
    order: 'desc',
  })
  return data.items.map((item) => ({
    uri: `remite://${noun}/${item.id}`,
    name: cleanText(String(nameOf(item)), messages),
    title: messages.assistant.resources[noun].title,
    mimeType,
  }))
}

const nameOf = (item: object & { name?: unknown; camp_name?: unknown; id?: unknown }): unknown =>
  item.camp_name ?? item.name ?? item.id

/** Undefined for an unknown URI. */
export async function readResource(
  { client, messages }: Session,
  uri: string,
): Promise<ReadResourceResult | undefined> {
  const [, name, id] = /^remite:\/\/([a-z]+)\/(\d{1,15})$/.exec(uri) ?? []
  const noun = nouns.find((each) => each === name)
  if (!noun) return undefined
  try {
    const { get } = contract[noun]
    const { data } = await client.call(get as typeof contract.lists.get, { id: Number(id) })
    const action = { id: `${noun}.get`, endpoint: get }
    const read = lean(data, answerSchemaOf(action))
    return { contents: [{ uri, mimeType, text: labelled(clean(read, messages), messages) }] }
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}
