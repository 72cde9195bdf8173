import type { Endpoint, Page } from '../../contract/endpoint.ts'
import { tokensOf } from '../../contract/path.ts'
import { Failure } from '../../core/failure.ts'
import type { AnyCommand, ParsedArguments } from '../command/command.ts'
import type { Operation } from '../command/operation.ts'
import { type Context, createContext } from '../context/context.ts'
import type { Host } from '../host/host.ts'
import { type RawInput, readInput } from '../input/read-input.ts'
import type { Document } from '../output/document.ts'
import { callOnce } from '../sending/call-once.ts'
import { confirmPlan } from '../sending/confirm-plan.ts'
import { showRequest } from '../sending/show-request.ts'
import { readGlobalFlags } from '../syntax/global-flags.ts'
import type { RunRecord } from './result-file.ts'

type AnyArguments = ParsedArguments<Endpoint, Record<never, never>, never>

/** Runs a verb: arguments → request → answer → output. */
export async function execute(
  host: Host,
  command: AnyCommand,
  raw: RawInput,
  record: RunRecord,
): Promise<void> {
  const flags = readGlobalFlags(raw.flags)
  if (flags.jq !== undefined) await (await import('../output/jq.ts')).checkExpression(flags.jq)
  const context = await createContext(host, flags, command)
  try {
    record.exit = await runCommand(context, command, raw)
  } finally {
    record.result = context.output.shown()
  }
}

/** Returns the exit code: 0, or that of a program which the verb ran. */
async function runCommand(context: Context, command: AnyCommand, raw: RawInput): Promise<number> {
  const args: AnyArguments = await readInput(
    command,
    await askMissing(command, raw, context),
    context,
  )
  const { endpoint } = command
  const operation: Operation = (await command.operation?.(context, args)) ?? {
    endpoint, // undefined for verbs that never use the operation
    request: args.input,
  }
  if (context.flags.dryRun && !command.handlesDryRun && endpoint?.effect !== 'read') {
    const plan = await command.plan?.(context, args, operation)
    if (plan) context.output.note(plan.details ?? plan.sentence)
    if (!endpoint) throw new Failure('no_dry_run')
    await showRequest(context, operation.endpoint, operation.request)
    return 0
  }
  const earlier = command.operation && (await answerOfEarlierRun(context, operation))
  const plan = earlier ? undefined : await command.plan?.(context, args, operation)
  if (plan) await confirmPlan(context, plan)
  const document = await (command.run
    ? command.run(context, args, earlier ? { ...operation, earlier } : operation)
    : callEndpoint(context, command, args))
  if (document && 'exit' in document) return document.exit
  if (document) await context.output.show({ view: command.view, ...document })
  return 0
}

/** The answer of an earlier run, if any. The operation is then not sent again and needs no confirmation. */
async function answerOfEarlierRun(
  context: Context,
  operation: Operation,
): Promise<Operation['earlier']> {
  const { findEarlierAnswer } = await import('../sending/earlier-run.ts')
  return findEarlierAnswer(context, operation)
}

/** Prompts for missing flags that the verb declares in `ask`, if there is a terminal. */
async function askMissing(command: AnyCommand, raw: RawInput, context: Context): Promise<RawInput> {
  const missing = (command.ask ?? []).filter((key: string) => raw.flags[key] === undefined)
  if (missing.length === 0 || !context.mayAsk) return raw
  const { ask } = await import('../prompt/prompts.ts')
  const answers: Record<string, string> = {}
  for (const key of missing)
    answers[key] = await ask(await context.prompter(), labelOf(context, key))
  return { ...raw, flags: { ...raw.flags, ...answers } }
}

const labelOf = ({ messages }: Context, key: string): string =>
  (messages.headers as Record<string, string>)[key] ?? key

/** The limit of a list by default: about what fits a screen. */
const defaultLimit = 50

async function callEndpoint(
  context: Context,
  { endpoint, isPublic = false }: AnyCommand,
  { input }: AnyArguments,
): Promise<Document | undefined> {
  if (!endpoint) throw new Failure('internal')
  if (endpoint.output.kind !== 'list') {
    const one: unknown = await callOnce(context, endpoint, input, { isPublic })
    return { one: typeof one === 'object' && one !== null ? one : { result: one } }
  }
  const client = await context.client({ isPublic })
  const { pages } = await import('../../client/paging.ts')
  const { limit = defaultLimit, all, cursor } = context.flags
  const found = pages(client, endpoint, input, { limit, all, cursor, signal: context.host.stopped })
  return { pages: withNamesForCompletion(found, context, endpoint) }
}

/** Passes pages through. Stores the names of the first page for completion, which never calls a server. */
async function* withNamesForCompletion<P extends Page<object>>(
  pages: AsyncIterable<P>,
  { environment, host, apiUrl }: Context,
  { path }: Endpoint,
): AsyncGenerator<P> {
  let isFirst = true
  for await (const page of pages) {
    if (isFirst && tokensOf(path).length === 0) {
      const { storeNames } = await import('../completion/store-names.ts')
      storeNames({ environment, host, apiUrl: apiUrl(), path, items: page.items })
    }
    isFirst = false
    yield page
  }
}
