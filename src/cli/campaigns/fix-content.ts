import { campaigns } from '../../contract/modules/campaigns.ts'
import type { CheckPlace } from '../../contract/shapes/campaign-check.ts'
import { newUuid } from '../../core/ids.ts'
import { oneLine } from '../../core/safe-text.ts'
import { type CheckItem, checkOnServer } from '../../operations/send-check.ts'
import type { Context } from '../context/context.ts'

const parts = ['asunto', 'preheader', 'html', 'text'] as const

type Part = (typeof parts)[number]

interface Fix extends Pick<CheckPlace, 'part' | 'line' | 'offset' | 'length'> {
  suggestion: string
}

/**
 * Mends what the check of a campaign finds and what has only one remedy, and prints what it changes.
 * Throws `edited_meanwhile` if the campaign is edited at the same time.
 */
export async function fixContent(context: Context, id: number): Promise<void> {
  const { messages, output, flags } = context
  const client = await context.client()
  const { data, headers } = await client.call(campaigns.get, { id })
  const fixes = ((await checkOnServer(client, id))?.items ?? []).flatMap(fixesOf)
  const edit: Partial<Record<Part, string>> = {}
  for (const part of parts) {
    const ofPart = fixes.filter((fix) => fix.part === part)
    const source = data[part] as string | undefined // another server may leave it out
    if (source === undefined || ofPart.length === 0) continue
    edit[part] = applyFixes(source, ofPart)
    for (const { line, offset, length, suggestion } of ofPart) {
      const before = oneLine(source.slice(offset, offset + length))
      output.note(messages.sending.fixed({ part, line, before, after: oneLine(suggestion) }))
    }
  }
  if (Object.keys(edit).length === 0) return output.note(messages.sending.nothingToFix)
  if (flags.dryRun) return
  const options = { ifMatch: headers.etag, idempotencyKey: newUuid() }
  await client.call(campaigns.update, { id, ...edit }, options)
}

/** A variant of an A/B test is not mended: it is a part of the test. */
const fixesOf = ({ fixable, suggestion, places = [] }: CheckItem): Fix[] =>
  fixable === true && suggestion !== undefined
    ? places
        .filter(({ variant }) => variant === undefined)
        .map((place) => ({ ...place, suggestion }))
    : []

/** Replaces from the end, so that the positions of the others stay right. */
function applyFixes(source: string, fixes: readonly Fix[]): string {
  let text = source
  let before = source.length
  for (const { offset, length, suggestion } of [...fixes].sort((a, b) => b.offset - a.offset)) {
    if (offset + length > before) continue
    text = text.slice(0, offset) + suggestion + text.slice(offset + length)
    before = offset
  }
  return text
}
