/** The HTML of a newsletter of about this size. */
export function newsletter(bytes: number, links: number): string {
  const anchors = Array.from(
    { length: links },
    (_, index) =>
      `<p><a href="https://tienda.example/producto/${index}">Ver {{ nombre }}</a></p>\n`,
  ).join('')
  const filler = `<tr><td style="padding:12px 24px;font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333">Rebajas de enero en las tiendas de España.</td></tr>\n`
  const body = filler.repeat(Math.max(0, Math.round((bytes - anchors.length) / filler.length)))
  return `<html><body>${anchors}<table>${body}</table><a href="{{ unsubscribe_url }}">Baja</a></body></html>`
}

/** The HTML of a newsletter of about this size in which almost every word belongs to the reader. */
export function personalNewsletter(bytes: number, tags: number, filter = ''): string {
  const names = ['nombre', 'ciudad', 'pedido', 'tienda']
  const lines = Array.from(
    { length: tags },
    (_, index) => `<li>¡Atención! Mañana, {{ ${names[index % 4]}${filter} }}, habrá más.</li>\n`,
  ).join('')
  const filler = '<p>Rebajas de enero en las tiendas de España, también en León.</p>\n'
  const rest = filler.repeat(Math.max(0, Math.round((bytes - lines.length) / filler.length)))
  return `<html><body><ul>${lines}</ul>${rest}<a href="{{ unsubscribe_url }}">Baja</a></body></html>`
}
