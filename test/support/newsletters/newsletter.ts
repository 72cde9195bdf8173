/** A newsletter written for the tests of the check. */
export interface Newsletter {
  name: string
  asunto: string
  preheader?: string
  html: string
  text?: string
}

/** The custom fields of the list that all of them are sent to. */
export const newsletterFields = [
  { key: 'apellidos', name: 'Apellidos' },
  { key: 'ciudad', name: 'Ciudad' },
  { key: 'telefono', name: 'Teléfono' },
  { key: 'ultima_compra', name: 'Última compra' },
  { key: 'puntos', name: 'Puntos' },
]

interface Content {
  greeting: string
  body: string
  button?: string
  footer?: string
}

const paragraph = {
  es: 'Este mes hemos preparado una selección de novedades que creemos que te van a gustar, con envío gratuito hasta el domingo.',
  en: 'This month we have put together a selection of new arrivals that we think you will enjoy, with free delivery until Sunday.',
  de: 'Diesen Monat haben wir eine Auswahl an Neuheiten zusammengestellt, die Ihnen gefallen wird, versandkostenfrei bis Sonntag.',
  fr: 'Ce mois-ci, nous avons préparé une sélection de nouveautés qui devraient vous plaire, livraison offerte jusqu’à dimanche.',
}
export type NewsletterLanguage = keyof typeof paragraph

const addresses = {
  es: 'Tienda Roble, S.L., Calle Mayor 12, 28013 Madrid',
  en: 'Oak Store Ltd, 14 Station Road, Bristol BS1 6QF',
  de: 'Eiche GmbH, Hauptstraße 7, 10115 Berlin',
  fr: 'Chêne SARL, 5 rue de la Paix, 75002 Paris',
}
const leave = { es: 'Darse de baja', en: 'Unsubscribe', de: 'Abmelden', fr: 'Se désinscrire' }

export const footerIn = (language: NewsletterLanguage): string =>
  `<p style="font-size:12px;color:#666">${addresses[language]}<br><a href="{{ unsubscribe_url }}">${leave[language]}</a></p>`

/** A layout of tables, as most newsletters have. */
export const inTables = (language: NewsletterLanguage, content: Content): string =>
  `<!DOCTYPE html>
<html lang="${language}"><head><meta charset="utf-8"><title>Novedades</title>
<style>body{margin:0}.boton{color:#fff}@media (max-width:600px){.col{width:100%!important}}</style></head>
<body>
<table role="presentation" width="100%"><tr><td align="center">
<table role="presentation" width="600"><tr><td>
<img src="https://cdn.tienda.example/logo.png" width="120" height="40" alt="Roble">
<p>${content.greeting}</p>
<p>${paragraph[language]}</p>
${content.body}
${content.button ?? '<a class="boton" href="https://tienda.example/novedades">Ver</a>'}
${content.footer ?? footerIn(language)}
</td></tr></table>
</td></tr></table>
</body></html>`

/** A layout of blocks, as newer editors write it. */
export const inBlocks = (language: NewsletterLanguage, content: Content): string =>
  `<div style="max-width:600px;margin:auto;font-family:sans-serif">
  <h1>${content.greeting}</h1>
  <p>${paragraph[language]}</p>
  <div>${content.body}</div>
  <p>${content.button ?? '<a href="https://tienda.example/?utm_source=mail&amp;utm_campaign=oto%C3%B1o">Ver</a>'}</p>
  ${content.footer ?? footerIn(language)}
</div>`

/** Few tags and much text, as personal newsletters are. */
export const inPlainHtml = (language: NewsletterLanguage, content: Content): string =>
  `<p>${content.greeting}</p>
<p>${paragraph[language]}</p>
<p>${content.body}</p>
<p>${content.button ?? '<a href="https://blog.example/post/12#comentarios">Seguir leyendo</a>'}</p>
${content.footer ?? footerIn(language)}`
