import { type Html, html } from '../../html/html.ts'

interface Table {
  caption?: string
  head: readonly string[]
  /** The first cell of a row is its header. */
  rows: readonly (readonly (string | Html)[])[]
}

export const table = ({ caption, head, rows }: Table): Html => html`
<div class="wide"><table>
${caption !== undefined && html`<caption>${caption}</caption>`}
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
  ([first = '', ...others]) =>
    html`<tr><th scope="row">${first}</th>${others.map((cell) => html`<td>${cell}</td>`)}</tr>\n`,
)}</tbody>
</table></div>`

export const section = (title: string, content: Html, { spansPages = false } = {}): Html => html`
<section${spansPages && html` class="pages"`}>
<h2>${title}</h2>
${content}
</section>`
