import type { KnownTag } from '../../../core/foreign-tags/names.ts'
import type { Job } from '../../rendering/job.ts'
import type { ContentSource } from '../content.ts'
import { checkMessage } from './check-message.ts'
import type { Finding } from './finding.ts'
import { type WebAddress, webAddresses } from './links.ts'
import { type ShownField, shownFields } from './merge-tags.ts'
import { readMessage } from './message.ts'

interface AnalysisInput {
  /** The message of the campaign itself. */
  base: ContentSource
  /** What is sent: the message, or its variants. */
  versions: readonly { source: ContentSource; variant?: string | undefined }[]
  fields: readonly KnownTag[]
  postalAddress?: string | undefined
}

export interface ContentAnalysis {
  findings: Finding[]
  addresses: WebAddress[]
  shown: ShownField[]
}

/** Runs the rules that need nothing but the message, over each version of it. */
export const analyseContent: Job<AnalysisInput, ContentAnalysis> = {
  name: 'analyseContent',
  run({ base, versions, fields, postalAddress }) {
    const messages = versions.map(({ source, variant }) =>
      readMessage(source, { fields, base, variant }),
    )
    const findings = messages.flatMap((message) => checkMessage(message, { postalAddress }))
    return {
      findings: distinct(findings, ({ code, values, place }) => [code, values, place]),
      addresses: distinct(messages.flatMap(webAddresses), ({ url }) => url).slice(0, maxAddresses),
      shown: distinct(messages.flatMap(shownFields), ({ key }) => key),
    }
  },
}

/** More than are ever asked. */
const maxAddresses = 200

/** Versions that share a part have the same findings in it. */
function distinct<T>(items: readonly T[], keyOf: (item: T) => unknown): T[] {
  const found = new Map<string, T>()
  for (const item of items) {
    const key = JSON.stringify(keyOf(item))
    if (!found.has(key)) found.set(key, item)
  }
  return [...found.values()]
}
