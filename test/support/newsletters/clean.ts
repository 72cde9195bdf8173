import {
  footerIn,
  inBlocks,
  inPlainHtml,
  inTables,
  type Newsletter,
  type NewsletterLanguage,
} from './newsletter.ts'

/** Bodies that look suspicious and are not: each is right as it stands. */
const bodies: Readonly<Record<string, string>> = {
  prices: '<p>Antes 100%, ahora −50% (49,90 €). IVA 21% incluido. *Hasta fin de existencias.</p>',
  brackets: '<p>Ver [nota 1] y [[anexo]]; el plan {A} o el [B]. Resultado: 3 * |x| = 6.</p>',
  code: '{% raw %}<pre>{{ total }} y *texto*</pre>{% endraw %}',
  condition:
    '{% if ciudad == "Ávila" %}<p>Tu tienda abre.</p>{% elsif ciudad %}<p>{{ ciudad }}</p>{% else %}<p>Compra en línea.</p>{% endif %}',
  loop: '{% assign marcas = "Uno,Dos,Tres" | split: "," %}<ul>{% for marca in marcas %}<li>{{ forloop.index }}. {{ marca }}</li>{% endfor %}</ul>',
  filters: '<p>{{ ultima_compra | date: "%d/%m/%Y" }} · {{ puntos | plus: 10 | default: 0 }}</p>',
  year: '<p>© {{ "now" | date: "%Y" }} Roble</p>',
  outlook:
    '<!--[if mso]><v:roundrect href="https://tienda.example/x" style="height:40px"><center>Ver</center></v:roundrect><![endif]--><!--[if !mso]><!--><a href="https://tienda.example/x">Ver</a><!--<![endif]-->',
  anchors: '<a name="arriba"></a><p><a href="#arriba">Volver arriba</a></p>',
  schemes:
    '<a href="mailto:hola@tienda.example?subject=Hola">Correo</a> <a href="tel:+34910000000">Llamar</a> <a href="sms:+34600000000">SMS</a> <a href="whatsapp://send?phone=34600000000">WhatsApp</a>',
  addresses:
    '<a href="HTTPS://Tienda.Example/Á?q=a%20b&amp;x=%C3%ADNDICE%20&amp;y=[1]">A</a> <a href="http://tienda.example:8080/x;y=1?z=%25">B</a> <a href="https://müller.example/">C</a>',
  personal:
    '<a href="https://tienda.example/cuenta?e={{ email | url_encode }}&amp;c={{ conversion_token }}">Tu cuenta</a> <a href="{{ web_url }}">Ver en línea</a> <a href="{{ subscription_url }}">Tus datos</a>',
  conditionalAddresses:
    '<a href="https://tienda.example/{% if ciudad == "Lugo" %}lugo{% else %}madrid{% endif %}/ofertas">Ofertas</a> <img src="https://cdn.tienda.example/{% unless puntos %}a{% else %}b{% endunless %}.png" alt="Tu tienda">',
  spaceInPath: '<a href="https://tienda.example/catálogo de otoño.pdf">Catálogo</a>',
  liquidComment:
    '{% comment %}Antes: {{ Nombre }} y *|FNAME|*{% endcomment %}{% raw %}<pre>{{ Nombre }}</pre>{% endraw %}',
  images:
    '<img src="https://cdn.tienda.example/a.jpg" width="560" alt="Un abrigo verde"><img src="https://cdn.tienda.example/linea.png" alt=""><img src="https://cdn.tienda.example/p.gif" width="1" height="1">',
  linkedImage:
    '<a href="https://tienda.example/a"><img src="https://cdn.tienda.example/a.jpg" alt=""> Abrigo verde</a>',
  personalImage:
    '<img src="https://img.tienda.example/{{ ciudad | default: "madrid" | slugify }}.png" alt="Tu tienda">',
  comment: '<!-- *|FNAME|* de la plantilla antigua, {{ contact.NOMBRE }} --><p>Hola de nuevo.</p>',
  style:
    '<style>.a{color:red}.b::after{content:"{nombre}"}@media print{.a{color:#000}}</style><p class="a">Rojo</p>',
  table:
    '<table><tr><td>Uno<td>Dos<tr><td>Tres<td>Cuatro</table><ul><li>A<li>B</ul><p>Sin cerrar<p>Tampoco',
  names: '<p>Escribe a -Ana- o a – Luis –. Lee-name-tag.md y user-email-list.</p>',
  hidden: '<div style="display:none;max-height:0">Texto de vista previa</div><p>Hola.</p>',
  quotes: `<p>L’été, "c'est" l'été. {{ apellidos | default: "d'Or" }}</p>`,
  hashtags: '<p>#otoño #rebajas ##2 y @tienda. Precio: $$ sobre $$$$.</p>',
  entities: '<p>&iexcl;Hola! &copy; 2026 &mdash; caf&eacute; &lt;3 &#8364;</p>',
  guarded: '{% if puntos != blank %}<p>Tienes {{ puntos }} puntos.</p>{% endif %}',
}

const greetings: Record<NewsletterLanguage, string> = {
  es: 'Hola {{ nombre | default: "amigo" }},',
  en: 'Hello {{ nombre | default: "there" }},',
  de: 'Guten Tag {{ nombre | default: "und willkommen" }},',
  fr: 'Bonjour {{ nombre | default: "à vous" }},',
}

const subjects: Record<NewsletterLanguage, readonly string[]> = {
  es: ['Rebajas de otoño: hasta -50%', '¿Vienes el sábado?', 'Reserva tu plaza', 'NUEVO: otoño'],
  en: [
    'Our 10 best reads',
    'Re-opening this Sunday!',
    'Forward to friends? Yes please',
    'UK & EU news',
  ],
  de: [
    'Herbstneuheiten für Sie',
    'Antwort auf Ihre Fragen',
    'DSGVO: was sich ändert',
    'Neu: Mäntel',
  ],
  fr: [
    'Les nouveautés d’automne',
    'Réponse à vos questions',
    'C’est la rentrée !',
    '−20 % ce week-end',
  ],
}

const layouts = { inTables, inBlocks, inPlainHtml }
const languages = Object.keys(greetings) as NewsletterLanguage[]

/** Every body in each layout, with the languages and the subjects in turn. */
const generated: Newsletter[] = Object.entries(bodies).flatMap(([name, body], row) =>
  Object.entries(layouts).map(([layout, write], column) => {
    const language = languages[(row + column) % languages.length] ?? 'es'
    return {
      name: `${name}, ${layout}, ${language}`,
      asunto: subjects[language][row % 4] ?? '',
      preheader: column === 1 ? '' : 'Solo esta semana, para {{ nombre | default: "ti" }}',
      html: write(language, { greeting: greetings[language], body }),
    }
  }),
)

const words =
  'This month we have put together a selection of new arrivals that we think you will enjoy.'

/** Written one by one, as people write them. */
const written: Newsletter[] = [
  {
    name: 'plain text only',
    asunto: 'A short note',
    html: '',
    text: `Hello,\n\n${words}\n\nOak Store, 14 Station Road, Bristol\n{{ unsubscribe_url }}`,
  },
  {
    name: 'both versions',
    asunto: 'A short note',
    html: `<p>Hello,</p><p>${words}</p>${footerIn('en')}`,
    text: `Hello,\n\n${words}\n\nOak Store Ltd, 14 Station Road\nUnsubscribe: {{ unsubscribe_url }}`,
  },
  {
    name: 'a summary as text',
    asunto: 'A short note',
    html: `<h1>News</h1><p>Hello {{ nombre }},</p><p>${words}</p><p>See you soon.</p>${footerIn('en')}`,
    text: `News\n\nHello {{ nombre }},\n\n${words}\n\n{{ unsubscribe_url }}`,
  },
  {
    name: 'a white way out on a dark ground',
    asunto: 'Dark',
    html: `<div style="background:#111;color:#eee"><p>${words}</p><p>PO Box 12, Dublin <a style="color:#fff" href="{{ unsubscribe_url }}">Unsubscribe</a></p></div>`,
  },
  {
    name: 'a way out as an image',
    asunto: 'Image',
    html: `<p>${words}</p><p>221B Baker Street, London <a href="{{ subscription_url }}"><img src="https://cdn.tienda.example/out.png" width="80" alt="Unsubscribe"></a></p>`,
  },
  {
    name: 'addresses of several countries',
    asunto: 'Around the world',
    html: `<p>${words}</p><p>1600 Amphitheatre Parkway, Mountain View, CA 94043</p><p>Keizersgracht 10, 1015 AB Amsterdam</p><p>Via Roma 3, 00184 Roma</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>`,
  },
  {
    name: 'an address in two lines',
    asunto: 'Dos líneas',
    html: `<p>${words}</p><p>Avda. de la Constitución, 4<br>41001 Sevilla</p><p><a href="{{ unsubscribe_url }}">Baja</a></p>`,
  },
  {
    name: 'a subject with a tag',
    asunto:
      '{{ nombre | default: "Hola" | capitalize }}, te esperamos en {{ ciudad | default: "la tienda" }}',
    html: `<p>${words}</p>${footerIn('es')}`,
  },
]

export const cleanNewsletters: readonly Newsletter[] = [...generated, ...written]
