import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Fields } from '../client/request.ts'
import { check } from '../contract/check.ts'
import type { Endpoint, Page } from '../contract/endpoint.ts'
import { contract } from '../contract/index.ts'
import { requestShape } from '../contract/request-shape.ts'
import { Failure, refuse } from '../core/failure.ts'
import { newUuid } from '../core/ids.ts'
import { fill } from '../messages/fill.ts'
import { enforcesExpected } from '../operations/audience.ts'
import type { Account } from './account.ts'
import { digestOf, lifetimeMinutes } from './confirmations.ts'
import { blockersOf } from './known-checks.ts'
import { permissionSentence } from './permission.ts'
import { makePlan, type Plan } from './plan.ts'
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
  if (!account.permissions.includes(tool.permission)) {
    return refusalResult(permissionSentence(account, tool.permission, messages))
  }
  const { [choiceField]: choice, [confirmationField]: confirmation, ...rest } = given
  const action = tool.actions.length === 1 ? tool.actions[0] : actionOf(tool, choice)
  if (!action) {
    const choices = tool.actions.map((each) => each.choice).join(', ')
    return refusalResult(messages.assistant.unknownChoice(choices))
  }
  const scope = missingForAction(account.scopes, action)
  if (scope !== undefined) {
    const { sentence } = messages.failures.scope_missing
    return refusalResult(fill(sentence, { scope }), '(scope_missing)')
  }
  try {
    const request = requestOf(action, rest)
    if (needsConfirmation(action, request)) {
      return await callConfirmed(session, account, { action, request, confirmation })
    }
    return await callDirectly(session, { action, request })
  } catch (error) {
    if (error instanceof Failure) return failureResult(error, messages, action.endpoint)
    throw error
  }
}

const actionOf = ({ actions }: ToolSpec, choice: unknown): ToolAction | undefined =>
  actions.find((each) => each.choice === choice)

/** Builds the request. Throws Failure `invalid` for fields that the contract or the tool does not accept. */
function requestOf(
  { endpoint, omit = [], fixed = {}, needs = [] }: ToolAction,
  given: Fields,
): Fields {
  const hidden = [...omit, ...Object.keys(fixed)].filter((name) => Object.hasOwn(given, name))
  const missing = needs.filter((name) => given[name] === undefined)
  refuse([
    ...hidden.map((field) => ({ field, code: 'unknown_field' as const })),
    ...missing.map((field) => ({ field, code: 'required' as const })),
  ])
  const request = { ...given, ...fixed }
  const checked = check(requestShape(endpoint), request)
  if ('problems' in checked) throw new Failure('invalid', { problems: checked.problems })
  return request
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
  const { data } = await client.call(endpoint, request as never, {
    idempotencyKey: newUuid(),
    ...(before?.version && { ifMatch: before.version }),
  })
  return dataResult(answerData(endpoint, data as object), messages) // every answer is an object or a page
}

/** Reads the status and version of what an edit changes. The edit is then based on this version. */
async function stateOf({ client }: Pick<Session, 'client'>, { action, request }: ActionRequest) {
  const { get } = action.noun === 'automations' ? contract.automations : contract.campaigns
  const { data, headers } = await client.call(get as typeof contract.campaigns.get, {
    id: Number(request.id),
  })
  return { status: data.status, version: headers.etag }
}

/** The first call returns a plan and a confirmation. The second one runs exactly that plan, once. */
async function callConfirmed(
  session: Session,
  account: Account,
  { action, request, confirmation }: ActionRequest & { confirmation: unknown },
): Promise<CallToolResult> {
  const { client, messages, confirmations } = session
  const plan = await makePlan(session, account, { action, request })
  const blockers = blockersOf(plan.checks, messages)
  if (blockers.length > 0) return refusalResult(messages.assistant.notReady, ...blockers)
  const owner = String(account.id ?? '')
  if (confirmation === undefined) {
    const given = confirmations.issue(owner, plan)
    return plannedResult(
      messages.assistant.planned(lifetimeMinutes),
      { plan, [confirmationField]: given },
      messages,
    )
  }
  const refusal = confirmations.redeem(owner, plan, String(confirmation))
  if (refusal) return refusalResult(messages.assistant.refusals[refusal])
  const guard = await recipientLimit(session, action, plan)
  const { data } = await client.call(action.endpoint, { ...request, ...guard } as never, {
    // The key prevents a second run by another process of the same service.
    idempotencyKey: `confirmed-${digestOf(confirmation)}`,
  })
  return dataResult(answerData(action.endpoint, data as object), messages) // likewise
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

function answerData({ output }: Endpoint, data: object): object {
  if (output.kind !== 'list') return data
  const { items, nextCursor, total } = data as Page<object> // a list's answer
  return {
    items,
    ...(nextCursor !== undefined && { next_cursor: nextCursor }),
    ...(total !== undefined && { total }),
  }
}
