import type { Endpoint } from '../../contract/endpoint.ts'
import { stripControls } from '../../core/safe-text.ts'
import type { Context } from '../context/context.ts'
import { toJson } from '../output/json.ts'

/** Shows a body unchanged; as rows with `-o` or `--fields`. */
export async function showBody(
  context: Context,
  body: unknown,
  endpoint: Endpoint | undefined,
): Promise<void> {
  const { output, settings, flags, host } = context
  if (body === undefined) return
  const isTerminal = host.stdout.isTTY === true
  if (flags.jq !== undefined && settings.output?.value === 'json' && !flags.fields) {
    return throughJq(context, flags.jq, body)
  }
  if (typeof body === 'string') return output.write(isTerminal ? `${stripControls(body)}\n` : body)
  const format = settings.output?.value ?? 'json'
  if ((format === 'json' && !flags.fields) || typeof body !== 'object' || body === null) {
    return output.write(`${toJson(body, isTerminal ? 2 : undefined)}\n`)
  }
  await output.show(Array.isArray(body) ? { page: { items: body.map(asItem) } } : { one: body }, {
    endpoint,
  })
}

/** Runs `--jq` on the body itself. */
async function throughJq({ output, host }: Context, jq: string, body: unknown): Promise<void> {
  const { query } = await import('../output/jq.ts')
  const isTerminal = host.stdout.isTTY === true
  for await (const results of query(jq, toJson(body), { isTerminal })) await output.write(results)
}

const asItem = (item: unknown): object =>
  typeof item === 'object' && item !== null ? item : { value: item }
