import { stripControls } from '../../../core/safe-text.ts'
import type { Context } from '../../context.ts'
import { toJson } from '../../output/json.ts'

/** What came back, as it is; `-o` and `--fields` make rows of it. */
export async function showBody(context: Context, body: unknown): Promise<void> {
  const { output, settings, flags, host } = context
  if (body === undefined) return
  const isTerminal = host.stdout.isTTY === true
  if (typeof body === 'string') return output.write(isTerminal ? `${stripControls(body)}\n` : body)
  const format = settings.output?.value ?? 'json'
  if ((format === 'json' && !flags.fields) || typeof body !== 'object' || body === null) {
    return output.write(`${toJson(body, isTerminal ? 2 : undefined)}\n`)
  }
  await output.show(Array.isArray(body) ? { page: { items: body.map(asItem) } } : { one: body })
}

const asItem = (item: unknown): object =>
  typeof item === 'object' && item !== null ? item : { value: item }
