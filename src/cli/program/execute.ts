import type { Endpoint } from '../../contract/endpoint.ts'
import { Failure } from '../../core/failure.ts'
import { type AnyCommand, isChange, type ParsedArguments } from '../command/command.ts'
import type { Operation } from '../command/operation.ts'
import { type Context, createContext } from '../context/context.ts'
import { completeInput } from '../forms/complete-input.ts'
import type { Host } from '../host/host.ts'
import { checkValues } from '../input/check-values.ts'
import { pagingOf } from '../input/paging.ts'
import { type RawInput, readInput } from '../input/read-input.ts'
import { showsNextSteps } from '../next-steps/next-step.ts'
import { type Document, onlyItem } from '../output/document.ts'
import { callOnce } from '../sending/call-once.ts'
import { confirmPlan } from '../sending/confirm-plan.ts'
import { showRequest } from '../sending/show-request.ts'
import { type RunFlags, readGlobalFlags } from '../syntax/global-flags.ts'
import type { Verb } from '../syntax/verb.ts'
import type { RunRecord } from './result-file.ts'

type AnyArguments = ParsedArguments<Endpoint, Record<never, never>, never>

/** The declaration that the parser knows, and the verb itself. */
interface Run {
  verb: Verb
  command: AnyCommand
}

/** Runs a verb: arguments → request → answer → output. */
export async function execute(
  host: Host,
  { verb, command }: Run,
  raw: RawInput,
  record: RunRecord,
): Promise<void> {
  const flags = readGlobalFlags(raw.flags)
  if (flags.jq !== undefined) await (await import('../output/jq.ts')).checkExpression(flags.jq)
  checkValues(verb, raw)
  await refuseFields(flags, command)
  const context = await contextWithSession(host, flags, command)
  let input = raw
  try {
    // What is done cannot fail for a field that its answer lacks.
    if (isChange(command, flags)) context.output.skipFieldCheck()
    input = await completeInput(context, { verb, command }, raw)
    record.exit = await runCommand(context, { verb, command }, input)
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found' && error.details.server) {
      const { withNumberAsName } = await import('../forms/number-as-name.ts')
      throw await withNumberAsName(error, context, { verb, input })
    }
    if (!(error instanceof Failure) || error.code !== 'network') throw error
    const { withSandboxStart } = await import('../sandbox/stopped.ts')
    throw withSandboxStart(error, context)
  } finally {
    record.result = context.output.shown()
  }
}

/** A change is not made when its answer could not have the requested fields. */
async function refuseFields(flags: RunFlags, command: AnyCommand): Promise<void> {
  const { fields } = flags
  if (!fields || !isChange(command, flags)) return
  const { refuseUnknownFields } = await import('../output/known-fields.ts')
  refuseUnknownFields({ fields, view: command.view, endpoint: command.endpoint })
}

/** Offers to log in at a terminal, if the verb needs a session and there is none. */
async function contextWithSession(
  host: Host,
  flags: RunFlags,
  command: AnyCommand,
): Promise<Context> {
  const context = await createContext(host, flags, command)
  if (!command.createsProfile) refuseUnknownProfile(context)
  const needsLogin = !command.isPublic && command.endpoint?.access !== 'public' && !flags.dryRun
  if (!needsLogin || !context.mayAsk || context.hasSession()) return context
  const { offerLogin } = await import('../auth/offer-login.ts')
  return createContext(host, { ...flags, profile: await offerLogin(context) }, command)
}

/** A mistyped profile would look like one without a session. */
function refuseUnknownProfile({ settings, profiles, environment }: Context): void {
  const { profile, stored } = settings
  const { from } = profile.source
  const isTyped = from === 'flag' || (from === 'environment' && environment.token === undefined)
  if (stored || !isTyped) return
  const known = profiles.list().map(({ name }) => name)
  throw new Failure('unknown_profile', {
    values: { profile: profile.value, ...(known.length > 0 && { known: known.join(', ') }) },
  })
}

/** Returns the exit code: 0, or that of a program which the verb ran. */
async function runCommand(
  context: Context,
  { verb, command }: Run,
  raw: RawInput,
): Promise<number> {
  const args: AnyArguments = await readInput(command, raw, context)
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
  if (document) await showDocument(context, { view: command.view, ...document }, endpoint)
  const made = document && verb.effect !== 'read' ? onlyItem(document) : undefined
  if (made && showsNextSteps(context)) {
    const { factsOf, noteNextStep } = await import('../next-steps/note-next-step.ts')
    await noteNextStep(context, verb.path, factsOf(args.input, made, plan))
  }
  return 0
}

/** Shows a result, for people with the names of the things that it refers to. */
async function showDocument(
  context: Context,
  document: Document,
  endpoint: Endpoint | undefined,
): Promise<void> {
  const { columns = [], fields = [] } = document.view ?? {}
  const refers = [...columns, ...fields].some(({ reference }) => reference !== undefined)
  if (!refers || !context.output.isWatched) return context.output.show(document, { endpoint })
  const { viewWithNames } = await import('../references/shown-names.ts')
  const view = await viewWithNames(context, document)
  await context.output.show({ ...document, view }, { endpoint })
}

/** The answer of an earlier run, if any. The operation is then not sent again and needs no confirmation. */
async function answerOfEarlierRun(
  context: Context,
  operation: Operation,
): Promise<Operation['earlier']> {
  const { findEarlierAnswer } = await import('../sending/earlier-run.ts')
  return findEarlierAnswer(context, operation)
}

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
  const paging = pagingOf(context.flags)
  const { limit, all } = paging
  const found = pages(client, endpoint, input, { ...paging, signal: context.host.stopped })
  return { pages: found, ...(!all && { limit }) }
}
