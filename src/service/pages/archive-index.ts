import { stripControls } from '../../core/safe-text.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { inVariant } from '../campaigns/ab-test.ts'
import { findAccountProfile, selectArchived } from '../campaigns/public/archive-store.ts'
import {
  archiveFeedPath,
  archiveIndexPath,
  archiveUrlOf,
} from '../campaigns/public/subscriber-urls.ts'
import { noReader } from '../campaigns/public/web-version.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import { compileMerge } from '../mail/merge.ts'
import type { Service } from '../service.ts'
import { invalidLink } from './invalid-link.ts'

/** The public archive of an account, as a page and as a feed. */
export const archiveIndexPages = (service: Service): readonly Page[] => [
  { method: 'GET', path: archiveIndexPath, handle: (request) => showIndex(service, request) },
  { method: 'GET', path: archiveFeedPath, handle: (request) => showFeed(service, request) },
]

const perPage = 50
/** Feed readers poll often and know the earlier items. */
const inFeed = 20

async function showIndex(service: Service, request: PageRequest): Promise<PageAnswer> {
  const { params, query, acceptedLanguage } = request
  const archive = await readArchive(service, params.account, perPage + 1, query.before)
  if (!archive) return invalidLink(request.language)
  const language = acceptedLanguage ?? archive.language
  const { archiveTitle, archiveOlder, archiveFeed } = messages[language].pages
  const shown = archive.items.slice(0, perPage)
  const last = archive.items.length > perPage && shown.at(-1)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return webPage({
    language,
    title: fill(archiveTitle, { name: archive.name }),
    isPublic: true,
    head: html`<link rel="alternate" type="application/rss+xml" title="${archiveFeed}" href="${archive.feedUrl}">
`,
    body: html`<section>
<ul class="plain">
${shown.map(
  ({ url, title, summary, at }) =>
    html`<li><a href="${url}">${title}</a><br><small><time datetime="${new Date(at).toISOString()}">${dates.format(at)}</time>${summary !== '' && ` · ${summary}`}</small></li>
`,
)}</ul>
</section>
<nav>${last && html`<a href="?before=${last.id}">${archiveOlder}</a>`}<a href="${archive.feedUrl}">${archiveFeed}</a></nav>`,
  })
}

/** Answers with an RSS 2.0 feed. */
async function showFeed(service: Service, { params, language }: PageRequest): Promise<PageAnswer> {
  const archive = await readArchive(service, params.account, inFeed)
  if (!archive) return invalidLink(language)
  const title = fill(messages[archive.language].pages.archiveTitle, { name: archive.name })
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${title}</title>
<link>${archive.url}</link>
<description>${title}</description>
<language>${archive.language}</language>
<atom:link rel="self" type="application/rss+xml" href="${archive.feedUrl}"/>
${archive.items.map(
  (item) => html`<item>
<title>${item.title}</title>
<link>${item.url}</link>
<guid>${item.url}</guid>
<pubDate>${new Date(item.at).toUTCString()}</pubDate>
<description>${item.summary}</description>
</item>
`,
)}</channel>
</rss>
`
  return {
    status: 200,
    headers: {
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    },
    body: feed.text,
  }
}

/**
 * Returns undefined if nothing is published, so that the page does not reveal which accounts exist.
 */
async function readArchive(
  { db, settings: { publicUrl } }: Service,
  name: string | undefined,
  limit: number,
  before?: string,
) {
  const account = wholeNumber(name)
  const publisher = account !== undefined && (await findAccountProfile(db, account))
  if (!publisher) return undefined
  const rows = await selectArchived(db, { account, limit, before: wholeNumber(before) })
  if (rows.length === 0) return undefined
  const urlOf = (path: string) => publicUrl + path.replace(':account', String(account))
  const url = urlOf(archiveIndexPath)
  const items = rows.map((row) => {
    const { asunto, preheader } = inVariant(row, row.ab_winner ?? 'a')
    return {
      id: row.id,
      title: renderForPublic(asunto, 'asunto') || (row.archive_slug ?? ''),
      summary: renderForPublic(preheader, 'preheader'),
      url: archiveUrlOf(publicUrl, row) ?? url,
      at: row.started_at ?? 0,
    }
  })
  return { ...publisher, items, url, feedUrl: urlOf(archiveFeedPath) }
}

const wholeNumber = (text = ''): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

/**
 * Renders merge tags without a reader. Strips control characters, which XML forbids even when
 * escaped.
 */
const renderForPublic = (source: string, name: string): string =>
  stripControls(compileMerge(source, 'header', name).render(noReader))
    .toWellFormed()
    .trim()
