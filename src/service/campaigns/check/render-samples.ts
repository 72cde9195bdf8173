import { monotonicMs } from '../../../core/clock.ts'
import { Failure } from '../../../core/failure.ts'
import { readHtml } from '../../mail/html-elements.ts'
import type { MergeValues } from '../../mail/merge.ts'
import { findMergeTags, maskMergeTags } from '../../mail/merge-tags.ts'
import type { Job } from '../../rendering/job.ts'
import { type ContentSource, compilePrepared, prepareContent } from '../content.ts'
import type { Finding } from './finding.ts'
import { faultyAddresses } from './rendered-addresses.ts'
import { emptyGreetings } from './rendered-greetings.ts'
import { unbalanced } from './structure.ts'
import { visibleText } from './visible-text.ts'

interface SamplesInput {
  versions: readonly ContentSource[]
  unsubscribeText: string
  recipients: readonly MergeValues[]
}

export interface SamplesReport {
  findings: Finding[]
  /** The size of the largest HTML. */
  renderedBytes: number
}

/** A message of usual size is rendered for fifty recipients in a tenth of this. */
const budgetMs = 1500

/** Renders a message for some of its recipients, and reports what only the result shows. */
export const renderSamples: Job<SamplesInput, SamplesReport> = {
  name: 'renderSamples',
  run({ versions, unsubscribeText, recipients }) {
    const until = monotonicMs() + budgetMs
    const reports = versions.map((source) =>
      renderVersion(source, { unsubscribeText, recipients, until }),
    )
    const findings = reports.flatMap((report) => report.findings)
    // Variants that share a part have the same findings.
    const distinct = new Map(findings.map((each) => [JSON.stringify(each), each]))
    return {
      findings: [...distinct.values()],
      renderedBytes: Math.max(0, ...reports.map((report) => report.renderedBytes)),
    }
  },
}

interface VersionInput {
  unsubscribeText: string
  recipients: readonly MergeValues[]
  until: number
}

function renderVersion(
  source: ContentSource,
  { unsubscribeText, recipients, until }: VersionInput,
): SamplesReport {
  const prepared = prepareContent(source, { unsubscribeText })
  const content = compilePrepared(prepared)
  const masked = (text: string) => maskMergeTags(text, findMergeTags(text))
  const template = {
    asunto: masked(prepared.asunto),
    html: masked(prepared.html ?? ''),
    text: masked(prepared.text),
  }
  const expected = linesOf(template)
  const usual = faultyAddresses(prepared.html ?? '').length
  const hasConditions = /\{%/.test(source.html)
  const greetings = new Map<string, number>()
  const addresses = new Map<string, number>()
  let structure: Finding[] = []
  let total = 0
  let renderedBytes = 0
  for (const values of recipients) {
    if (monotonicMs() > until) break
    const rendered = unlessFailed(() => content.render(values))
    if (!rendered) continue
    total += 1
    const html = rendered.html ?? ''
    renderedBytes = Math.max(renderedBytes, Buffer.byteLength(html))
    const [greeting] = emptyGreetings(linesOf({ ...rendered, html }), expected)
    if (greeting !== undefined) add(greetings, greeting)
    const faulty = faultyAddresses(html)
    if (faulty.length > usual) add(addresses, faulty.at(-1) ?? '')
    if (hasConditions && structure.length === 0) structure = unbalanced(readHtml(html, html))
  }
  const counted = (code: 'greeting_empty' | 'rendered_link_empty', found: Map<string, number>) => {
    const [first] = found.keys()
    if (first === undefined) return []
    const count = [...found.values()].reduce((sum, each) => sum + each, 0)
    const name = code === 'greeting_empty' ? 'greeting' : 'url'
    const example = first === '' ? {} : { [name]: first }
    return [{ code, level: 'warn' as const, values: { count, total, ...example } }]
  }
  const findings = [
    ...counted('greeting_empty', greetings),
    ...counted('rendered_link_empty', addresses),
    ...structure,
  ]
  return { findings, renderedBytes }
}

/** The texts in which a reader may be greeted. */
const linesOf = ({ asunto, html, text }: Record<'asunto' | 'html' | 'text', string>) => ({
  subject: asunto,
  bodies: [visibleText({ document: readHtml(html, html) }), text],
})

/** A value of one recipient can fail a message. The others are rendered. */
function unlessFailed<T>(render: () => T): T | undefined {
  try {
    return render()
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

const add = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
