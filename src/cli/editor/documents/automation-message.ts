import { automations } from '../../../contract/modules/automations.ts'
import type { AutomationNode } from '../../../contract/shapes/flows/automation-node.ts'
import { Failure } from '../../../core/failure.ts'
import { newUuid } from '../../../core/ids.ts'
import type { EditorMessages } from '../../../messages/editor.ts'
import { knownTags } from '../../../operations/known-tags.ts'
import type { Context } from '../../context/context.ts'
import { checkContent } from './check-content.ts'
import type { Content, EditorDocument } from './document.ts'
import { readTemplate } from './template.ts'

const parts = ['asunto', 'preheader', 'html'] as const

/** What a `send` node says. Other servers may omit fields. */
type Message = Partial<Extract<AutomationNode, { type: 'send' }>['config']>

interface Automation {
  name: string
  status: string | undefined
  trigger: Readonly<Record<string, unknown>>
  nodes: readonly AutomationNode[]
  etag: string | undefined
}

async function readAutomation(context: Context, id: number): Promise<Automation> {
  const client = await context.client()
  const { data, headers } = await client.call(automations.get, { id })
  const fields: Partial<typeof data> = data
  const { name = String(id), status, nodes = [], trigger = {} } = fields
  return { name, status, trigger, nodes, etag: headers.etag }
}

/** A message of an automation, as one chooses it. */
export interface MessageChoice {
  node: string
  subject: string
}

export async function listMessages(context: Context, id: number): Promise<MessageChoice[]> {
  const { nodes } = await readAutomation(context, id)
  return nodes.flatMap(({ id: node, type, config }) =>
    type === 'send' ? [{ node, subject: (config as Message).asunto ?? '' }] : [],
  )
}

interface MessageOptions {
  /** The id of the automation. */
  id: number
  node: string
  messages: EditorMessages
}

/**
 * A message of an automation. Its version is its own content, so that an edit of another step is no
 * conflict.
 */
export function automationMessageDocument(
  context: Context,
  { id, node, messages }: MessageOptions,
): EditorDocument {
  async function load() {
    const automation = await readAutomation(context, id)
    const found = automation.nodes.find((each) => each.id === node && each.type === 'send')
    if (!found) throw new Failure('not_found')
    const message: Message = found.config as Message // a node of this type
    const { template_id: template, html: own } = message
    const isOwn = own !== undefined || template === undefined
    const from = isOwn ? undefined : await readTemplate(context, Number(template))
    const { asunto = '', preheader = '' } = message
    const content: Content = { asunto, preheader, html: own ?? from?.html ?? '' }
    const draft = {
      name: `${automation.name}: ${asunto === '' ? node : asunto}`,
      lists: listsOf(automation),
      content,
      version: JSON.stringify(message),
    }
    return { automation, message, from, draft }
  }

  return {
    key: `automation-${id}-${node}`,
    command: `automations edit ${id} --message ${node}`,
    parts,
    language: 'html',
    async open() {
      const { automation, from, draft } = await load()
      const notes = from ? [messages.run.ownCopy(from.name)] : []
      if (automation.status !== undefined && automation.status !== 'draft') {
        notes.unshift(messages.run.activeAutomation)
      }
      return { ...draft, autosaves: false, notes }
    },
    read: async () => (await load()).draft,
    async write(edit, version) {
      const { automation, message, draft } = await load()
      if (version !== undefined && version !== draft.version) throw new Failure('edited_meanwhile')
      // A message has either a template or HTML of its own.
      const { template_id: _, ...own } = message
      const changed = edit.html === undefined ? { ...message, ...edit } : { ...own, ...edit }
      const nodes = automation.nodes.map((each) =>
        each.id === node ? ({ ...each, config: changed } as AutomationNode) : each,
      )
      const client = await context.client()
      const options = { ifMatch: automation.etag, idempotencyKey: newUuid() }
      await client.call(automations.update, { id, nodes }, options)
    },
    check: async ({ content, lists }) =>
      checkContent(context, content, {
        parts,
        known: await knownTags(await context.client(), lists),
      }),
    result: () => ({ id, message: node }),
  }
}

const listsOf = ({ trigger: { list_id: list } }: Automation): (string | number)[] =>
  typeof list === 'number' || typeof list === 'string' ? [list] : []
