import { Failure, type FailureCode } from '../../core/failure.ts'
import type { Language } from '../../core/language.ts'
import { eventPathsIn } from '../mail/event-paths.ts'
import { compileMerge, type MergeValues } from '../mail/merge.ts'
import { tryTemplate } from '../mail/trial.ts'
import type { Job } from '../rendering/job.ts'
import { analyseContent } from './check/analyse-content.ts'
import { renderSamples } from './check/render-samples.ts'
import {
  type ContentSource,
  compilePrepared,
  type FooterOptions,
  prepareContent,
  type RenderedContent,
} from './content.ts'
import { closeGaps } from './public/close-gaps.ts'
import { type PublicVersion, renderPublicVersion } from './public/public-version.ts'
import { renderWebVersion } from './public/web-version.ts'

interface RenderInput extends FooterOptions {
  source: ContentSource
  /** The values of each recipient. */
  recipients: readonly MergeValues[]
}

type Rendered = RenderedContent & { preheader: string }

/** Renders a message for some recipients: previews and tests. */
export const renderContent: Job<RenderInput, Rendered[]> = {
  name: 'renderContent',
  run({ source, unsubscribeText, postalAddresses, recipients }) {
    const content = compilePrepared(prepareContent(source, { unsubscribeText, postalAddresses }))
    const preheader = compileMerge(source.preheader, 'header', 'preheader')
    return recipients.map((values) => ({
      ...content.render(values),
      preheader: preheader.render(values),
    }))
  },
}

/** What is wrong with a message. */
interface ContentFailure {
  code: FailureCode
  details: Failure['details']
}

interface ContentCheck {
  broken: ContentFailure | undefined
  mentionsUnsubscribe: boolean
  /** The properties of the event of an automation that the message reads. */
  eventPaths: readonly string[]
}

const brokenCodes: readonly FailureCode[] = [
  'merge_tag_broken',
  'filter_refused',
  'template_too_slow',
]

/** Compiles each version of a message, and renders it with long values. */
export const checkContent: Job<readonly ContentSource[], ContentCheck> = {
  name: 'checkContent',
  run(versions) {
    const checks = versions.map(checkVersion)
    return {
      broken: checks.find(({ broken }) => broken)?.broken,
      mentionsUnsubscribe: checks.every(({ mentionsUnsubscribe }) => mentionsUnsubscribe),
      eventPaths: checks.flatMap(({ eventPaths }) => eventPaths),
    }
  },
}

function checkVersion(source: ContentSource): ContentCheck {
  try {
    const prepared = prepareContent(source, { unsubscribeText: '' })
    tryTemplate(prepared.asunto, 'header', 'asunto')
    tryTemplate(prepared.html ?? '', 'html', 'html')
    tryTemplate(prepared.text, 'text', 'text')
    const parts = [prepared.asunto, prepared.html ?? '', prepared.text]
    return {
      broken: undefined,
      mentionsUnsubscribe: prepared.mentionsUnsubscribe,
      eventPaths: [...new Set(parts.flatMap(eventPathsIn))],
    }
  } catch (error) {
    if (!(error instanceof Failure) || !brokenCodes.includes(error.code)) throw error
    const { code, details } = error
    return { broken: { code, details }, mentionsUnsubscribe: false, eventPaths: [] }
  }
}

interface WebVersionInput {
  source: ContentSource
  values: MergeValues
  language: Language
}

/** Renders the page of a message on the web. */
export const renderWebVersionPage: Job<WebVersionInput, string> = {
  name: 'renderWebVersionPage',
  run: ({ source, values, language }) => renderWebVersion(source, values, language),
}

/** Renders a message for the archive. */
export const renderPublicPage: Job<WebVersionInput, PublicVersion> = {
  name: 'renderPublicPage',
  run: ({ source, values, language }) => renderPublicVersion(source, values, language),
}

interface LinesInput {
  lines: readonly { source: string; place: string }[]
  values: MergeValues
}

/** Renders subjects and preheaders for everyone, without the gaps of missing values. */
export const renderLines: Job<LinesInput, string[]> = {
  name: 'renderLines',
  run: ({ lines, values }) =>
    lines.map(({ source, place }) =>
      closeGaps(source, compileMerge(source, 'header', place).render(values)),
    ),
}

/** Every job of this module, for the thread. */
export const contentJobs = [
  renderContent,
  checkContent,
  analyseContent,
  renderSamples,
  renderWebVersionPage,
  renderPublicPage,
  renderLines,
]
