import type { Endpoint, Page } from '../contract/endpoint.ts'
import { tokensOf } from '../contract/path.ts'
import { Failure } from '../core/failure.ts'
import { callOnce } from './call.ts'
import type { AnyCommand, Given } from './command.ts'
import { confirmPlan } from './confirm.ts'
import { type Context, createContext } from './context.ts'
import { readGlobalFlags } from './global-flags.ts'
import type { Host } from './host.ts'
import { type Raw, readGiven } from './input/given.ts'
import type { Document } from './output/document.ts'
import type { RunRecord } from './result-file.ts'
import type { Errand } from './sending/errand.ts'
import { showRequest } from './show-request.ts'

type AnyGiven = Given<Endpoint, Record<never, never>, never>

/** One run of a verb: what was typed → a request → an answer → what is shown. */
export async function execute(
  host: Host,
  command: AnyCommand,
  raw: Raw,
  record: RunRecord,
): Promise<void> {
  const flags = readGlobalFlags(raw.flags)
  if (flags.jq !== undefined) await (await import('./output/jq.ts')).checkExpression(flags.jq)
  const context = await createContext(host, flags, command)
  try {
    record.exit = await carryThrough(context, command, raw)
  } finally {
    record.result = context.output.shown()
  }
}

/** The exit code, where it is not our own. */
async function carryThrough(context: Context, command: AnyCommand, raw: Raw): Promise<number> {
  const given: AnyGiven = await readGiven(command, await askMissing(command, raw, context), context)
  const { endpoint } = command
  const errand: Errand = (await command.errand?.(context, given)) ?? {
    endpoint, // a verb without one has no use for it
    request: given.input,
  }
  if (context.flags.dryRun && !command.rehearses && endpoint?.effect !== 'read') {
    const plan = await command.plan?.(context, given, errand)
    if (plan) context.output.note(plan.details ?? plan.sentence)
    if (!endpoint) throw new Failure('no_dry_run')
    await showRequest(context, errand.endpoint, errand.request)
    return 0
  }
  const earlier = command.errand && (await earlierAnswer(context, errand))
  const plan = earlier ? undefined : await command.plan?.(context, given, errand)
  if (plan) await confirmPlan(context, plan)
  const document = await (command.run
    ? command.run(context, given, earlier ? { ...errand, earlier } : errand)
    : callEndpoint(context, command, given))
  if (document && 'exit' in document) return document.exit
  if (document) await context.output.show({ view: command.view, ...document })
  return 0
}

/** What an earlier run has done needs no check and no confirmation: it is not done again. */
async function earlierAnswer(context: Context, errand: Errand): Promise<Errand['earlier']> {
  const { settleEarlier } = await import('./sending/settle.ts')
  return settleEarlier(context, errand)
}

/** In a terminal a person is asked for what the verb says it asks for. */
async function askMissing(command: AnyCommand, raw: Raw, context: Context): Promise<Raw> {
  const missing = (command.ask ?? []).filter((key: string) => raw.flags[key] === undefined)
  if (missing.length === 0 || !context.mayAsk) return raw
  const { ask } = await import('./input/prompts.ts')
  const answers: Record<string, string> = {}
  for (const key of missing)
    answers[key] = await ask(await context.prompter(), labelOf(context, key))
  return { ...raw, flags: { ...raw.flags, ...answers } }
}

const labelOf = ({ words }: Context, key: string): string =>
  (words.headers as Record<string, string>)[key] ?? key

/** A result of a list when nobody says how many: what a screen holds. */
const defaultLimit = 50

async function callEndpoint(
  context: Context,
  { endpoint, isPublic = false }: AnyCommand,
  { input }: AnyGiven,
): Promise<Document | undefined> {
  if (!endpoint) throw new Failure('internal')
  if (endpoint.output.kind !== 'list') {
    const one: unknown = await callOnce(context, endpoint, input, { isPublic })
    return { one: typeof one === 'object' && one !== null ? one : { result: one } }
  }
  const client = await context.client({ isPublic })
  const { pages } = await import('../client/paging.ts')
  const { limit = defaultLimit, all, cursor } = context.flags
  const found = pages(client, endpoint, input, { limit, all, cursor, signal: context.host.stopped })
  return { pages: remembered(found, context, endpoint) }
}

/** Passes pages on; the first one's names are kept for completion, which never asks a server. */
async function* remembered<P extends Page<object>>(
  pages: AsyncIterable<P>,
  { environment, host, apiUrl }: Context,
  { path }: Endpoint,
): AsyncGenerator<P> {
  let isFirst = true
  for await (const page of pages) {
    if (isFirst && tokensOf(path).length === 0) {
      const { keepNames } = await import('./completion/keep-names.ts')
      keepNames({ environment, host, apiUrl: apiUrl(), path, items: page.items })
    }
    isFirst = false
    yield page
  }
}
