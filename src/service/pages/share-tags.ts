import { type Html, html } from '../../html/html.ts'

interface Shared {
  type: 'website' | 'article'
  title: string
  description?: string
  url: string
  siteName: string
  image?: string | undefined
  /** Unix milliseconds. */
  publishedAt?: number
  feed: { title: string; url: string }
}

/** Open Graph tags, which social networks and messengers show when a link is shared. */
export const shareTags = (shared: Shared): Html => {
  const { type, title, description = '', url, siteName, image, publishedAt, feed } = shared
  return html`<meta property="og:type" content="${type}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
${siteName !== '' && property('og:site_name', siteName)}${
  description !== '' &&
  html`<meta name="description" content="${description}">
${property('og:description', description)}`
}${image !== undefined && property('og:image', image)}${
  publishedAt !== undefined &&
  property('article:published_time', new Date(publishedAt).toISOString())
}<meta name="twitter:card" content="${image === undefined ? 'summary' : 'summary_large_image'}">
<link rel="canonical" href="${url}">
<link rel="alternate" type="application/rss+xml" title="${feed.title}" href="${feed.url}">
`
}

const property = (name: string, content: string): Html =>
  html`<meta property="${name}" content="${content}">
`
