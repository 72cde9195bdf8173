import type { Values } from '../core/failure.ts'
import type { ProblemCode } from '../core/problem-codes.ts'
import type { AutomationNode } from './shapes/flows/automation-node.ts'

type ConfigOf<T extends AutomationNode['type']> = Extract<AutomationNode, { type: T }>['config']

/** Reports a problem at a path below the config, such as `/html`, or of the config itself. */
export type ReportProblem = (path: string, code: ProblemCode, values?: Values) => void

/** Whether a name belongs to a node of the type. Undefined if there is no such node. */
export type IsOfType = (name: string, type: AutomationNode['type']) => boolean | undefined

/** Reports problems that a schema cannot express. */
export function checkConfig(
  { type, config }: AutomationNode,
  isOfType: IsOfType,
  report: ReportProblem,
) {
  if (type === 'send') checkMessage(config, report)
  if (type === 'delay') checkDelay(config, report)
  if (type === 'split') checkShares(config, report)
  if (type === 'wait_event') checkWait(config, isOfType, report)
  if (type === 'condition') checkCondition(config, report)
  if (type === 'goal' && config) checkGoal(config, report)
}

/** Checks that a name belongs to a node of one type. */
export function checkName(
  name: string,
  { path, type }: { path: string; type: AutomationNode['type'] },
  isOfType: IsOfType,
  report: ReportProblem,
): void {
  const isMeant = isOfType(name, type)
  if (isMeant === undefined) report(path, 'unknown_node', { node: name })
  else if (!isMeant) report(path, 'wrong_node', { type })
}

function checkMessage({ html, text, template_id }: ConfigOf<'send'>, report: ReportProblem): void {
  if (!html?.trim() && !text?.trim() && template_id === undefined) report('/html', 'required')
}

const delayKinds = ['period', 'until_hour', 'until_field'] as const

function checkDelay(delay: ConfigOf<'delay'>, report: ReportProblem): void {
  if (delayKinds.filter((kind) => delay[kind] !== undefined).length !== 1) {
    report('', 'exactly_one', { choices: delayKinds.join(', ') })
  }
  if (delay.offset_days !== undefined && delay.until_field === undefined) {
    report('/offset_days', 'unknown_field')
  }
}

function checkShares({ shares }: ConfigOf<'split'>, report: ReportProblem): void {
  const total = Object.values(shares).reduce((sum, share) => sum + share, 0)
  if (total !== 100) report('/shares', 'bad_shares', { total })
}

function checkWait(
  { event, name, properties, node }: ConfigOf<'wait_event'>,
  isOfType: IsOfType,
  report: ReportProblem,
): void {
  const isCustom = event === 'custom'
  if (isCustom && name === undefined) report('/name', 'required')
  if (!isCustom && name !== undefined) report('/name', 'unknown_field')
  if (!isCustom && properties !== undefined) report('/properties', 'unknown_field')
  if (node === undefined) return
  if (isCustom) report('/node', 'unknown_field')
  else checkName(node, { path: '/node', type: 'send' }, isOfType, report)
}

function checkCondition(
  { conditions, event, did, did_not }: ConfigOf<'condition'>,
  report: ReportProblem,
): void {
  if (!conditions && !event && !did && !did_not) report('/conditions', 'required')
}

function checkGoal({ did, value }: GoalConfig, report: ReportProblem): void {
  if (value !== undefined && did === undefined) report('/value', 'unknown_field')
}

type GoalConfig = NonNullable<ConfigOf<'goal'>>
