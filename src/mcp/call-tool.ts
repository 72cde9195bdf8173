import { Readable } from 'node:stream'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { CallOptions } from '../client/client.ts'
import type { Fields } from '../client/request.ts'
import { checkDefinition } from '../contract/automation-check.ts'
import { check } from '../contract/check.ts'
import { contract } from '../contract/index.ts'
import { requestShape } from '../contract/request-shape.ts'
import { Failure, type Problem, refuse } from '../core/failure.ts'
import { newUuid } from '../core/ids.ts'
import { enforcesExpected } from '../operations/audience.ts'
import type { Account } from './account.ts'
import { answerOf } from './answers/answer.ts'
import { maxItems } from './answers/lean.ts'
import { digestOf, lifetimeMinutes } from './confirmations.ts'
import { blockersOf } from './known-checks.ts'
import { refusalFor, scopeSentence } from './permission.ts'
import { makePlan } from './plan.ts'
import type { Plan } from './plan-shape.ts'
import { dataResult, failureResult, plannedResult, refusalResult } from './results.ts'
import { choiceField, confirmationField } from './schema.ts'
import { missingForAction } from './scopes.ts'
import type { Session } from './session.ts'
import { needsConfirmation, type ToolAction, type ToolSpec } from './tool-specs.ts'

/** Runs a tool call. A refusal is a result, not an error. */
export async function callTool(
  session: Session,
  tool: ToolSpec,
  given: Fields,
): Promise<CallToolResult> {
  const { messages } = session
  const account = await session.account()
  const { [choiceField]: choice, [confirmationField]: confirmation, ...rest } = given
  const action = tool.actions.length === 1 ? tool.actions[0] : actionOf(tool, choice)
  const scope = action && missingForAction(account.scopes, action)
  if (scope !== undefined) return refusalResult(scopeSentence(scope, messages), '(scope_missing)')
  if (!account.permissions.includes(tool.permission)) {
    return refusalResult(refusalFor(account, tool, messages))
  }
  if (!action) {
    const choices = tool.actions.map((each) => each.choice).join(', ')
    return refusalResult(messages.assistant.unknownChoice(choices))
  }
  try {
    const request = requestOf(action, rest)
    if (needsConfirmation(action, request)) {
      const planned = await callConfirmed(session, account, { action, request, confirmation })
      if ('result' in planned) return planned.result
      // The user has just agreed. Everything is checked and planned again, because time has passed.
      const agreed = { ...given, [confirmationField]: planned.confirmation }
      return await callTool({ ...session, ask: undefined }, tool, agreed)
    }
    return await callDirectly(session, { action, request })
  } catch (error) {
    if (error instanceof Failure) {
      return failureResult(error, messages, { endpoint: action.endpoint, request: rest })
    }
    throw error
  }
}

const actionOf = ({ actions }: ToolSpec, choice: unknown): ToolAction | undefined =>
  actions.find((each) => each.choice === choice)

/** Builds the request. Throws Failure `invalid` for fields that the contract or the tool does not accept. */
function requestOf(action: ToolAction, given: Fields): Fields {
  const { endpoint, omit = [], fixed = {}, needs = [], fileField } = action
  const hidden = [...omit, ...Object.keys(fixed)].filter((name) => Object.hasOwn(given, name))
  const required = [...needs, ...(fileField === undefined ? [] : [fileField])]
  const missing = required.filter((name) => given[name] === undefined)
  refuse([
    ...hidden.map((field) => ({ field, code: 'unknown_field' as const })),
    ...missing.map((field) => ({ field, code: 'required' as const })),
  ])
  const request = { ...given, ...pageOf(action, given), ...fixed }
  const { [fileField ?? '']: text, ...sent } = request
  const checked = check(requestShape(endpoint), sent)
  const problems = 'problems' in checked ? checked.problems : []
  const isText = fileField === undefined || typeof text === 'string'
  refuse([...problems, ...(isText ? [] : [{ field: fileField, code: 'wrong_type' as const }])])
  refuse(flowProblems(action, request))
  return request
}

/** A page has few items, because an assistant reads them all. */
function pageOf({ id, endpoint }: ToolAction, { limit }: Fields): Fields {
  if (typeof limit === 'number') return limit > maxItems ? { limit: maxItems } : {}
  const isPage = endpoint.output.kind === 'list' && Object.hasOwn(endpoint.query.shape, 'limit')
  return isPage || id === 'automations.stats' ? { limit: maxItems } : {}
}

/** The problems of a whole flow, with their places. The service finds those that need the account. */
function flowProblems({ id }: ToolAction, request: Fields): readonly Problem[] {
  const { trigger, nodes, edges, settings } = request
  if (id !== 'automations.create' || !Array.isArray(nodes) || !Array.isArray(edges)) return []
  return checkDefinition({ trigger, nodes, edges, settings }).problems
}

interface ActionRequest {
  action: ToolAction
  request: Fields
}

async function callDirectly({ client, messages }: Session, { action, request }: ActionRequest) {
  const { endpoint, onlyWhile } = action
  const before = onlyWhile && (await stateOf({ client }, { action, request }))
  if (before && before.status !== onlyWhile)
    return refusalResult(messages.assistant.refusals.not_draft)
  const { data } = await client.call(endpoint, withoutFile(action, request) as never, {
    ...fileOf(action, request),
    idempotencyKey: newUuid(),
    ...(before?.version && { ifMatch: before.version }),
  })
  return dataResult(answerOf(action, request, data as object), messages) // every answer is an object or a page
}

/** Reads the status and version of what an edit changes. The edit is then based on this version. */
async function stateOf({ client }: Pick<Session, 'client'>, { action, request }: ActionRequest) {
  const { get } = action.noun === 'automations' ? contract.automations : contract.campaigns
  const { data, headers } = await client.call(get as typeof contract.campaigns.get, {
    id: Number(request.id),
  })
  return { status: data.status, version: headers.etag }
}

type Confirmed = { result: CallToolResult } | { confirmation: string }

/**
 * The first call returns a plan and a confirmation, or asks the user and returns the confirmation. The
 * second one runs exactly that plan, once.
 */
async function callConfirmed(
  session: Session,
  account: Account,
  { action, request, confirmation }: ActionRequest & { confirmation: unknown },
): Promise<Confirmed> {
  const { client, messages, confirmations, ask } = session
  const { assistant } = messages
  const plan = await makePlan(session, account, { action, request })
  const blockers = blockersOf(plan.checks, messages)
  if (blockers.length > 0) return { result: refusalResult(assistant.notReady, ...blockers) }
  const owner = String(account.id ?? '')
  if (confirmation === undefined) {
    const given = confirmations.issue(owner, plan)
    const isAgreed = await ask?.(action, plan)
    if (isAgreed) return { confirmation: given }
    if (isAgreed === false) return { result: refusalResult(assistant.ask.declined) }
    const planned = { plan, [confirmationField]: given }
    return { result: plannedResult(assistant.planned(lifetimeMinutes), planned, messages) }
  }
  const refusal = confirmations.redeem(owner, plan, String(confirmation))
  if (refusal) return { result: refusalResult(assistant.refusals[refusal]) }
  const guard = await recipientLimit(session, action, plan)
  const sent = { ...withoutFile(action, request), ...guard }
  const { data } = await client.call(action.endpoint, sent as never, {
    ...fileOf(action, request),
    // The key prevents a second run by another process of the same service.
    idempotencyKey: `confirmed-${digestOf(confirmation)}`,
  })
  return { result: dataResult(answerOf(action, request, data as object), messages) } // likewise
}

const withoutFile = ({ fileField }: ToolAction, request: Fields): Fields =>
  Object.fromEntries(Object.entries(request).filter(([name]) => name !== fileField))

function fileOf({ fileField }: ToolAction, request: Fields): Pick<CallOptions, 'file'> {
  if (fileField === undefined) return {}
  const text = String(request[fileField])
  return { file: { stream: Readable.from([Buffer.from(text)]), type: 'text/csv' } }
}

/** Limits a send to the confirmed number: the server pauses it if contacts have been added since. */
async function recipientLimit(
  { client }: Session,
  { id }: ToolAction,
  plan: Plan,
): Promise<Fields> {
  const count = plan.recipients?.count
  const isOpen = id === 'campaigns.send' && plan.arguments.expect_recipients === undefined
  if (!isOpen || count === undefined || !(await enforcesExpected(client))) return {}
  return { expect_recipients: { min: 0, max: count } }
}
