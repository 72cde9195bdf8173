import { Failure } from '../../core/failure.ts'
import { stripControls } from '../../core/safe-text.ts'
import { type Html, html } from '../../html/html.ts'
import { messages } from '../../messages/all.ts'
import { fill } from '../../messages/fill.ts'
import { senderValues } from '../brands/sender-values.ts'
import { findBrand } from '../brands/store.ts'
import { inVariant } from '../campaigns/ab-test.ts'
import { contentOf } from '../campaigns/content.ts'
import { renderLines, renderPublicPage } from '../campaigns/content-jobs.ts'
import {
  findAccountProfile,
  findDelivered,
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
import { formUrl } from '../lists/form.ts'
import { selectOfferedLists } from '../lists/store.ts'
import type { Service } from '../service.ts'
import type { PageCache } from './archive-cache.ts'
import { archiveTitle, maxOffered } from './archive-parts.ts'
import { invalidLink } from './invalid-link.ts'
import { shareTags } from './share-tags.ts'

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
/** Bytes of messages in a feed. The items beyond them have a summary only. */
const maxFeedContent = 1024 * 1024

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
  const brand = await findBrand(service.db, { accountId: account })
  const offered = await selectOfferedLists(service.db, { accountId: account, limit: maxOffered })
  const page = [show.name, account, before, acceptedLanguage]
  const stamp = { page, version: [publisher, brand, offered, stamps] }
  return cache.answer(request, stamp, () => show(service, request))
}

async function showIndex(service: Service, request: PageRequest): Promise<PageAnswer> {
  const { params, query, acceptedLanguage } = request
  const archive = await readArchive(service, params.account, perPage + 1, query.before)
  if (!archive) return invalidLink(request.language)
  const language = acceptedLanguage ?? archive.language
  const { archiveOlder, archiveFeed, subscribeTitle } = messages[language].pages
  const shown = archive.items.slice(0, perPage)
  const last = archive.items.length > perPage && shown.at(-1)
  const offered = await selectOfferedLists(service.db, {
    accountId: archive.account,
    limit: maxOffered,
  })
  const title = archiveTitle(language, archive.name)
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  return webPage({
    language,
    brand: archive.brand,
    title,
    isPublic: true,
    head: shareTags({
      ...{ type: 'website', title, url: archive.url, siteName: archive.name },
      image: archive.brand.logoUrl ?? undefined,
      feed: { title: archiveFeed, url: archive.feedUrl },
    }),
    body: html`<section>
<ul class="plain">
${shown.map(
  ({ url, title, summary, at }) =>
    html`<li><a href="${url}">${title}</a><br><small><time datetime="${new Date(at).toISOString()}">${dates.format(at)}</time>${summary !== '' && ` · ${summary}`}</small></li>
`,
)}</ul>
</section>
${
  offered.length > 0 &&
  html`<section>
${offered.map(
  (list) =>
    html`<p><a href="${formUrl(service.settings.publicUrl, list)}">${fill(subscribeTitle, { list: list.name })}</a></p>
`,
)}</section>
`
}<nav>${last && html`<a href="?before=${last.id}">${archiveOlder}</a>`}<a href="${archive.feedUrl}">${archiveFeed}</a></nav>`,
  })
}

/** Returns the elements with the messages of a feed, by campaign. */
async function contentsOf(
  { reader, rendering }: Service,
  { account, brand, items, language }: Archive,
): Promise<ReadonlyMap<number, Html>> {
  const contents = new Map<number, Html>()
  let left = maxFeedContent
  for (const { id, url } of items) {
    const campaign = await findDelivered(reader, id)
    if (!campaign) continue
    const source = contentOf(inVariant(campaign, campaign.ab_winner ?? 'a'))
    // Links that belong to one recipient lead to the page of the message.
    const links = { unsubscribe_url: url, subscription_url: url, web_url: url }
    const values = { ...senderValues(brand, campaign.from_name), ...noReader, ...links }
    const owner = `pages ${account}`
    const input = { source, values, language }
    const { content } = await rendering
      .run(renderPublicPage, input, { owner })
      .catch(withoutContent)
    const shown = shownInFeed(content)
    if (shown === '' || shown.length > left) continue
    left -= shown.length
    contents.set(
      id,
      html`<content:encoded>${shown}</content:encoded>
`,
    )
  }
  return contents
}

/** A template that cannot be rendered for everyone does not remove the other messages from the feed. */
function withoutContent(error: unknown): { content: string } {
  const codes = ['merge_tag_broken', 'filter_refused', 'template_too_slow']
  if (error instanceof Failure && codes.includes(error.code)) return { content: '' }
  throw error
}

/** Answers with an RSS 2.0 feed. */
async function showFeed(service: Service, { params, language }: PageRequest): Promise<PageAnswer> {
  const archive = await readArchive(service, params.account, inFeed)
  if (!archive) return invalidLink(language)
  const contents = await contentsOf(service, archive)
  const title = archiveTitle(archive.language, archive.name)
  const feed = html`<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/">
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
${contents.get(item.id)}</item>
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

type Archive = NonNullable<Awaited<ReturnType<typeof readArchive>>>

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
  const brand = await findBrand(db, { accountId: account })
  const shownName = brand.name || publisher.name
  const feedUrl = urlOf(archiveFeedPath)
  return { ...publisher, account, name: shownName, brand, items, url, feedUrl }
}

const wholeNumber = (text = ''): number | undefined =>
  /^\d{1,15}$/.test(text) ? Number(text) : undefined

/** XML forbids control characters even when they are escaped. */
const shownInFeed = (line = ''): string => stripControls(line).toWellFormed().trim()
