import type { Language } from '../../core/language.ts'
import { stripControls } from '../../core/safe-text.ts'
import { html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { inVariant } from '../campaigns/ab-test.ts'
import { renderLines } from '../campaigns/content-jobs.ts'
import {
  findAccountProfile,
  selectArchived,
  selectArchiveStamps,
} from '../campaigns/public/archive-store.ts'
import {
  archiveFeedPath,
  archiveIndexPath,
  archiveUrlOf,
} from '../campaigns/public/subscriber-urls.ts'
import { noReader } from '../campaigns/public/web-version.ts'
import type { Page, PageAnswer, PageRequest } from '../http/page.ts'
import { webPage } from '../http/web-page.ts'
import type { Service } from '../service.ts'
import type { PageCache } from './archive-cache.ts'
import { invalidLink } from './invalid-link.ts'

/** The public archive of an account, as a page and as a feed. */
export const archiveIndexPages = (service: Service, cache: PageCache): readonly Page[] => [
  {
    method: 'GET',
    path: archiveIndexPath,
    handle: (request) => cached(cache, service, request, { show: showIndex, limit: perPage + 1 }),
  },
  {
    method: 'GET',
    path: archiveFeedPath,
    handle: (request) => cached(cache, service, request, { show: showFeed, limit: inFeed }),
  },
]

const perPage = 50
/** Feed readers poll often and know the earlier items. */
const inFeed = 20

interface ShownPage {
  show(service: Service, request: PageRequest): Promise<PageAnswer>
  limit: number
}

async function cached(
  cache: PageCache,
  service: Service,
  request: PageRequest,
  { show, limit }: ShownPage,
): Promise<PageAnswer> {
  const { params, query, acceptedLanguage, language } = request
  const account = wholeNumber(params.account)
  const publisher = account !== undefined && (await findAccountProfile(service.db, account))
  if (!publisher) return invalidLink(language)
  const before = wholeNumber(query.before)
  const stamps = await selectArchiveStamps(service.db, { account, before, limit })
  if (stamps.length === 0) return invalidLink(language)
  const stamp = [show.name, account, before, acceptedLanguage, publisher, stamps]
  return cache.answer(request, stamp, () => show(service, request))
}

async function showIndex(service: Service, request: PageRequest): Promise<PageAnswer> {
  const { params, query, acceptedLanguage } = request
  const archive = await readArchive(service, params.account, perPage + 1, query.before)
  if (!archive) return invalidLink(request.language)
  const language = acceptedLanguage ?? archive.language
  const { archiveOlder, archiveFeed } = messages[language].pages
  const shown = archive.items.slice(0, perPage)
  const last = archive.items.length > perPage && shown.at(-1)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return webPage({
    language,
    title: titleOf(language, archive.name),
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
  const title = titleOf(archive.language, archive.name)
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
  { db, reader, rendering, settings: { publicUrl } }: Service,
  name: string | undefined,
  limit: number,
  before?: string,
) {
  const account = wholeNumber(name)
  const publisher = account !== undefined && (await findAccountProfile(db, account))
  if (!publisher) return undefined
  const rows = await selectArchived(reader, { account, limit, before: wholeNumber(before) })
  if (rows.length === 0) return undefined
  const urlOf = (path: string) => publicUrl + path.replace(':account', String(account))
  const url = urlOf(archiveIndexPath)
  const lines = rows.flatMap((row) => {
    const { asunto, preheader } = inVariant(row, row.ab_winner ?? 'a')
    return [
      { source: asunto, place: 'asunto' },
      { source: preheader, place: 'preheader' },
    ]
  })
  const owner = `pages ${account}`
  const rendered = await rendering.run(renderLines, { lines, values: noReader }, { owner })
  const items = rows.map((row, at) => ({
    id: row.id,
    title: shownInFeed(rendered[2 * at]) || (row.archive_slug ?? ''),
    summary: shownInFeed(rendered[2 * at + 1]),
    url: archiveUrlOf(publicUrl, row) ?? url,
    at: row.started_at ?? 0,
  }))
  return { ...publisher, items, url, feedUrl: urlOf(archiveFeedPath) }
}

function titleOf(language: Language, name: string): string {
  const { archiveTitle, archiveUntitled } = messages[language].pages
  return name === '' ? archiveUntitled : fill(archiveTitle, { name })
}

const wholeNumber = (text = ''): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** XML forbids control characters even when they are escaped. */
const shownInFeed = (line = ''): string => stripControls(line).toWellFormed().trim()
