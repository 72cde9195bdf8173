import { type CheckCode, checkCodes } from '../../contract/shapes/campaign-check.ts'
import { Failure } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import { fill } from '../../messages/fill.ts'
import { type CheckItem, isBlocker } from '../../operations/send-check.ts'
import type { Context } from '../context/context.ts'
import { readChoice } from '../input/choice.ts'

/** A finding with its sentence: the server's own, or ours for what was checked from here. */
export const withMessage = (
  { messages: { campaignChecks, sending } }: Pick<Context, 'messages'>,
  { message, ...item }: CheckItem,
): CheckItem & { message: string } => {
  const { code, values } = item
  if (message !== undefined) return { ...item, message }
  const { values: _, ...shown } = item
  if (code === 'not_checked') return { ...shown, message: sending.unchecked(String(values?.codes)) }
  const isKnown = (checkCodes as readonly string[]).includes(code)
  return {
    ...shown,
    message: isKnown ? fill(campaignChecks[code as CheckCode].wrong, values) : code,
  }
}

/** Warns of the findings. Throws Failure `send_blocked` for blockers that `--allow` does not name. */
export async function refuseBlocked(
  context: Context,
  found: readonly CheckItem[],
  allowed: readonly string[] = [],
): Promise<void> {
  const ignored = readCodes(allowed, found)
  const items = found.map((item) => withMessage(context, item))
  const blockers = items.filter((item) => isBlocker(item) && !ignored.includes(item.code))
  for (const item of items) {
    if (item.level === 'ok' || blockers.includes(item)) continue
    await context.output.warn(stripControls(item.message))
  }
  if (blockers.length === 0) return
  throw new Failure('send_blocked', {
    values: {
      codes: blockers.map(({ code }) => code).join(', '),
      allowed: blockers.map(({ code }) => code).join(' --allow '),
      reasons: blockers.map(({ message }) => message).join(' '),
    },
  })
}

/** Returns the codes to allow. One may be known to another server only, if it has just been found. */
function readCodes(allowed: readonly string[], found: readonly CheckItem[]): string[] {
  const known = [...new Set([...checkCodes, ...found.map(({ code }) => code)])]
  return allowed.map((code) => readChoice(code, known, '--allow'))
}
