import { footerIn, inBlocks, inPlainHtml, inTables, type Newsletter } from './newsletter.ts'

/** A newsletter with mistakes, each as the code of its finding and what the finding names. */
export interface BrokenNewsletter extends Newsletter {
  mistakes: readonly (readonly [code: string, found?: string])[]
}

const hola = 'Hola {{ nombre | default: "amigo" }},'
const hello = 'Hello {{ nombre | default: "there" }},'
const address = 'Calle Mayor 12, 28013 Madrid'

export const brokenNewsletters: readonly BrokenNewsletter[] = [
  {
    name: 'moved from Mailchimp',
    asunto: '*|FNAME|*, novedades de otoño',
    html: inTables('es', {
      greeting: 'Hola *|FNAME|* *|LNAME|*,',
      body: '*|IF:CIUDAD|*<p>Tu tienda de *|CIUDAD|* abre el domingo.</p>*|END:IF|*',
      footer: `<p>*|HTML:LIST_ADDRESS_HTML|* ${address} <a href="*|UNSUB|*">Baja</a> <a href="*|ARCHIVE|*">Ver en el navegador</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '*|FNAME|*'],
      ['foreign_tag', '*|LNAME|*'],
      ['foreign_tag', '*|IF:CIUDAD|*'],
      ['foreign_tag', '*|CIUDAD|*'],
      ['foreign_tag', '*|END:IF|*'],
      ['foreign_tag', '*|HTML:LIST_ADDRESS_HTML|*'],
      ['foreign_tag', '*|UNSUB|*'],
      ['foreign_tag', '*|ARCHIVE|*'],
    ],
  },
  {
    name: 'moved from Brevo',
    asunto: 'Novedades para {{ contact.NOMBRE }}',
    html: inBlocks('es', {
      greeting: 'Hola {{ contact.NOMBRE | default : "amigo" }},',
      body: '<p>Tu última compra: {{ contact.ULTIMA_COMPRA }}</p>',
      footer: `<p>${address} <a href="{{ unsubscribe }}">Baja</a> <a href="{{ mirror }}">Ver en línea</a> <a href="{{ update_profile }}">Tus datos</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '{{ contact.NOMBRE }}'],
      ['foreign_tag', '{{ contact.NOMBRE | default : "amigo" }}'],
      ['foreign_tag', '{{ contact.ULTIMA_COMPRA }}'],
      ['foreign_tag', '{{ unsubscribe }}'],
      ['foreign_tag', '{{ mirror }}'],
      ['foreign_tag', '{{ update_profile }}'],
    ],
  },
  {
    name: 'moved from Mailjet',
    asunto: 'Hola {{var:firstname:"amigo"}}',
    html: inTables('es', {
      greeting: 'Hola [[data:firstname:""]],',
      body: '<p>Vives en {{data:ciudad}}.</p>',
      footer: `<p>${address} <a href="[[UNSUB_LINK_ES]]">Baja</a> <a href="[[PERMALINK]]">Ver en línea</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '{{var:firstname:"amigo"}}'],
      ['foreign_tag', '[[data:firstname:""]]'],
      ['foreign_tag', '{{data:ciudad}}'],
      ['foreign_tag', '[[UNSUB_LINK_ES]]'],
      ['foreign_tag', '[[PERMALINK]]'],
    ],
  },
  {
    name: 'moved from SendGrid, handlebars',
    asunto: 'News for {{first_name}}',
    html: inBlocks('en', {
      greeting: '{{#if first_name}}Hello {{first_name}}{{else}}Hello{{/if}},',
      body: '<p>You live in {{insert ciudad "default=town"}}.</p>',
      footer: `<p>${address} <a href="{{{unsubscribe}}}">Unsubscribe</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '{{first_name}}'],
      ['foreign_tag', '{{#if first_name}}'],
      ['foreign_tag', '{{else}}'],
      ['foreign_tag', '{{/if}}'],
      ['foreign_tag', '{{insert ciudad "default=town"}}'],
      ['foreign_tag', '{{{unsubscribe}}}'],
    ],
  },
  {
    name: 'moved from SendGrid, substitutions',
    asunto: 'News for -firstName-',
    html: inTables('en', {
      greeting: 'Hello [%first_name | friend%],',
      body: '<p>Your name is -name-, isn’t it?</p>',
      footer: `<p>${address} <a href="<%asm_group_unsubscribe_raw_url%>">Unsubscribe</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '-firstName-'],
      ['foreign_tag', '[%first_name | friend%]'],
      ['foreign_tag', '-name-'],
      ['foreign_tag', '<%asm_group_unsubscribe_raw_url%>'],
    ],
  },
  {
    name: 'moved from HubSpot',
    asunto: 'News for {{ contact.firstname }}',
    html: inBlocks('en', {
      greeting: 'Hello {{ personalization_token("contact.firstname", "friend") }},',
      body: '<p>Your town: {{ contact.city }}.</p>',
      footer:
        '<p>{{ site_settings.company_street_address_1 }} Calle Mayor 12 <a href="{{ unsubscribe_link }}">Unsubscribe</a> <a href="{{ view_as_page_url }}">View online</a></p>',
    }),
    mistakes: [
      ['foreign_tag', '{{ contact.firstname }}'],
      ['foreign_tag', '{{ personalization_token("contact.firstname", "friend") }}'],
      ['foreign_tag', '{{ contact.city }}'],
      ['foreign_tag', '{{ site_settings.company_street_address_1 }}'],
      ['foreign_tag', '{{ unsubscribe_link }}'],
      ['foreign_tag', '{{ view_as_page_url }}'],
    ],
  },
  {
    name: 'moved from ActiveCampaign',
    asunto: '%FIRSTNAME%, novedades',
    html: inTables('es', {
      greeting: 'Hola %FIRSTNAME%,',
      body: '<p>¿Sigues en %CIUDAD%?</p>',
      footer: `<p>${address} %SENDER-INFO-SINGLELINE% <a href="%UNSUBSCRIBELINK%">Baja</a> <a href="%WEBCOPY%">Ver en línea</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '%FIRSTNAME%'],
      ['foreign_tag', '%CIUDAD%'],
      ['foreign_tag', '%SENDER-INFO-SINGLELINE%'],
      ['foreign_tag', '%UNSUBSCRIBELINK%'],
      ['foreign_tag', '%WEBCOPY%'],
    ],
  },
  {
    name: 'moved from Salesforce',
    asunto: '%%FIRSTNAME%%, news',
    html: inBlocks('en', {
      greeting: 'Hello %%First Name%%,',
      body: '<p>%%=v(@offer)=%%</p>',
      footer: `<p>${address} <a href="%%unsub_center_url%%">Unsubscribe</a> <a href="%%view_email_url%%">View</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '%%FIRSTNAME%%'],
      ['foreign_tag', '%%First Name%%'],
      ['foreign_tag', '%%=v(@offer)=%%'],
      ['foreign_tag', '%%unsub_center_url%%'],
      ['foreign_tag', '%%view_email_url%%'],
    ],
  },
  {
    name: 'moved from Klaviyo',
    asunto: 'News for {{ person.first_name|default:"you" }}',
    html: inTables('en', {
      greeting: "Hello {{ person.first_name|default:'there' }},",
      body: '<p>Thanks for being with us.</p>',
      footer: `<p>${address} {{ organization.name }} {% unsubscribe 'Unsubscribe' %}</p>`,
    }),
    mistakes: [
      ['foreign_tag', '{{ person.first_name|default:"you" }}'],
      ['foreign_tag', "{{ person.first_name|default:'there' }}"],
      ['foreign_tag', '{{ organization.name }}'],
      ['foreign_tag', "{% unsubscribe 'Unsubscribe' %}"],
    ],
  },
  {
    name: 'moved from MailerLite and Mautic',
    asunto: 'Hola {$name}',
    html: inPlainHtml('es', {
      greeting: 'Hola {contactfield=firstname},',
      body: 'Gracias por leernos.',
      footer: `<p>${address} <a href="{$unsubscribe}">Baja</a></p>`,
    }),
    mistakes: [
      ['foreign_tag', '{$name}'],
      ['foreign_tag', '{contactfield=firstname}'],
      ['foreign_tag', '{$unsubscribe}'],
    ],
  },
  {
    name: 'moved from Campaign Monitor, Doppler and GetResponse',
    asunto: 'Hola [firstname,fallback=amigo]',
    html: inBlocks('es', {
      greeting: 'Hola [[[nombre]]],',
      body: '<p>Hola otra vez, [[firstname]].</p>',
      footer: `<p>${address} <unsubscribe>Baja</unsubscribe></p>`,
    }),
    mistakes: [
      ['foreign_tag', '[firstname,fallback=amigo]'],
      ['foreign_tag', '[[[nombre]]]'],
      ['foreign_tag', '[[firstname]]'],
      ['foreign_tag', '<unsubscribe>'],
    ],
  },
  {
    name: 'brackets of no tool',
    asunto: '{NOMBRE}, novedades',
    html: inPlainHtml('es', {
      greeting: 'Hola [NOMBRE],',
      body: 'Nos vemos en {ciudad}. ##nombre##, no faltes.',
    }),
    mistakes: [
      ['merge_tag_unknown', '{NOMBRE}'],
      ['foreign_tag', '[NOMBRE]'],
      ['merge_tag_unknown', '{ciudad}'],
      ['merge_tag_unknown', '##nombre##'],
    ],
  },
  {
    name: 'misspelt fields',
    asunto: 'Hola {{ Nombre }}',
    html: inTables('es', {
      greeting: 'Hola {{ nmbre }},',
      body: '<p>{{ Teléfono }} {{ puntso }} {{ descuento }}</p>{% if cuidad == "Ávila" %}<p>Ávila</p>{% endif %}',
    }),
    mistakes: [
      ['merge_tag_unknown', '{{ Nombre }}'],
      ['merge_tag_unknown', '{{ nmbre }}'],
      ['merge_tag_unknown', '{{ Teléfono }}'],
      ['merge_tag_unknown', '{{ puntso }}'],
      ['merge_tag_unknown', '{{ descuento }}'],
      ['merge_tag_unknown', '{% if cuidad == "Ávila" %}'],
    ],
  },
  {
    name: 'links without a scheme',
    asunto: 'Novedades',
    html: inBlocks('es', {
      greeting: hola,
      body: '<a href="www.tienda.example">Tienda</a> <a href="tienda.example/rebajas">Rebajas</a> <a href="/ofertas">Ofertas</a> <a href="catalogo.html">Catálogo</a> <a href="//tienda.example/x">X</a> <a href="hola@tienda.example">Escríbenos</a>',
    }),
    mistakes: [
      ['link_relative', 'www.tienda.example'],
      ['link_relative', 'tienda.example/rebajas'],
      ['link_relative', '/ofertas'],
      ['link_relative', 'catalogo.html'],
      ['link_relative', '//tienda.example/x'],
      ['link_relative', 'hola@tienda.example'],
    ],
  },
  {
    name: 'links to the author’s machine',
    asunto: 'News',
    html: inTables('en', {
      greeting: hello,
      body: '<a href="http://localhost:3000/x">A</a> <a href="http://192.168.1.10/x">B</a> <a href="file:///C:/precios.pdf">C</a> <a href="https://intranet/noticias">D</a> <a href="http://nas.local/x">E</a> <a href="javascript:void(0)">F</a>',
    }),
    mistakes: [
      ['link_local', 'http://localhost:3000/x'],
      ['link_local', 'http://192.168.1.10/x'],
      ['link_local', 'file:///C:/precios.pdf'],
      ['link_local', 'https://intranet/noticias'],
      ['link_local', 'http://nas.local/x'],
      ['link_local', 'javascript:void(0)'],
    ],
  },
  {
    name: 'links without an address',
    asunto: 'News',
    html: inPlainHtml('en', {
      greeting: hello,
      body: '<a href="">A</a> <a href="https://">B</a> <a href="#">C</a> <a href="mailto:">D</a> <a class="button">E</a>',
    }),
    mistakes: [
      ['link_empty', ''],
      ['link_empty', 'https://'],
      ['link_empty', '#'],
      ['link_empty', 'mailto:'],
      ['link_empty', '<a class="button">'],
    ],
  },
  {
    name: 'links that are no addresses',
    asunto: 'News',
    html: inBlocks('en', {
      greeting: hello,
      body: '<a href="https://https://tienda.example/">A</a> <a href="https://tienda example/x">B</a> <a href="https://tienda.example:99999/">C</a>',
    }),
    mistakes: [
      ['link_invalid', 'https://https://tienda.example/'],
      ['link_invalid', 'https://tienda example/x'],
      ['link_invalid', 'https://tienda.example:99999/'],
    ],
  },
  {
    name: 'images that nobody sees',
    asunto: 'Novedades',
    html: inTables('es', {
      greeting: hola,
      body: '<img src="foto.png" alt="Foto"><img src="file:///C:/x.png" alt="X"><img src="data:image/png;base64,iVBORw0KGgo=" alt="Y"><img alt="Z"><img src="" alt="W"><img src="cid:logo" alt="V"><img src="http://localhost/a.png" alt="U"><img src="C:\\fotos\\b.png" alt="T">',
    }),
    mistakes: [
      ['image_not_shown', 'foto.png'],
      ['image_not_shown', 'file:///C:/x.png'],
      ['image_not_shown', 'data:image/png;base64,iVBORw0KGgo='],
      ['image_not_shown', ''],
      ['image_not_shown', 'cid:logo'],
      ['image_not_shown', 'http://localhost/a.png'],
      ['image_not_shown', 'C:\\fotos\\b.png'],
    ],
  },
  {
    name: 'images without a text',
    asunto: 'Novedades',
    html: inBlocks('es', {
      greeting: hola,
      body: '<img src="https://cdn.tienda.example/1.jpg" width="600"><a href="https://tienda.example/a"><img src="https://cdn.tienda.example/2.jpg" width="600" alt=""></a>',
    }),
    mistakes: [['image_without_alt'], ['image_alt_empty']],
  },
  {
    name: 'one large image',
    asunto: 'Novedades',
    html: `<a href="https://tienda.example/"><img src="https://cdn.tienda.example/todo.jpg" width="600" alt="Rebajas"></a><p>${address}</p><a href="{{ unsubscribe_url }}">Baja</a>`,
    mistakes: [['image_only']],
  },
  {
    name: 'a text of another message',
    asunto: 'Novedades',
    html: inPlainHtml('es', { greeting: hola, body: 'Ven a vernos a la tienda.' }),
    text: 'Tu programa de correo no admite HTML.\n{{ unsubscribe_url }}',
    mistakes: [['text_differs']],
  },
  {
    name: 'a shouting subject',
    asunto: 'RE: ÚLTIMAS HORAS PARA COMPRAR!!!',
    html: inTables('es', { greeting: hola, body: '<p>Hasta hoy.</p>' }),
    mistakes: [['subject_reply'], ['subject_shouting']],
  },
  {
    name: 'an endless subject and preheader',
    asunto:
      'Todo lo que tienes que saber sobre las rebajas de este otoño, tienda por tienda y marca por marca',
    preheader:
      'Hemos preparado una guía muy larga, con todas las tiendas, todas las marcas, todos los horarios, todos los precios, todas las ofertas y todas las condiciones.',
    html: inBlocks('es', { greeting: hola, body: '<p>Aquí está.</p>' }),
    mistakes: [['subject_long'], ['preheader_long']],
  },
  {
    name: 'no address of the sender',
    asunto: 'News',
    html: inPlainHtml('en', {
      greeting: hello,
      body: 'Thanks for reading.',
      footer: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    }),
    mistakes: [['postal_address_missing']],
  },
  {
    name: 'an invisible way out',
    asunto: 'News',
    html: inTables('en', {
      greeting: hello,
      body: '<p>Thanks for reading.</p>',
      footer: `<p>${address} <a href="{{ unsubscribe_url }}" style="color:#fff">Unsubscribe</a></p>`,
    }),
    mistakes: [['unsubscribe_hidden']],
  },
  {
    name: 'a way out without a text',
    asunto: 'News',
    html: inBlocks('en', {
      greeting: hello,
      body: '<p>Thanks for reading.</p>',
      footer: `<p>${address} <span style="display:none"><a href="{{ unsubscribe_url }}">Unsubscribe</a></span></p>`,
    }),
    mistakes: [['unsubscribe_hidden']],
  },
  {
    name: 'elements without an end',
    asunto: 'News',
    html: `<table width="600"><tr><td><div><p>${hello}</p><p>This month we have put together a selection of new arrivals for you and your friends.</p>${footerIn('en')}</td></tr></table>`,
    mistakes: [['html_unbalanced']],
  },
  {
    name: 'tags of another tool inside links',
    asunto: 'Novedades',
    html: inTables('es', {
      greeting: hola,
      body: '<a href="https://tienda.example/?email=*|EMAIL|*">Tu cuenta</a> <a href="https://tienda.example/{{ ciudda }}">Tu tienda</a>',
    }),
    mistakes: [
      ['foreign_tag', '*|EMAIL|*'],
      ['merge_tag_unknown', '{{ ciudda }}'],
    ],
  },
  {
    name: 'moved from Kit and Zoho',
    asunto: 'News for {{ subscriber.first_name }}',
    html: inPlainHtml('en', {
      greeting: 'Hello $[FNAME|Customer|there]$,',
      body: 'Thanks for reading, {!firstname_fix}.',
    }),
    mistakes: [
      ['foreign_tag', '{{ subscriber.first_name }}'],
      ['foreign_tag', '$[FNAME|Customer|there]$'],
      ['foreign_tag', '{!firstname_fix}'],
    ],
  },
  {
    name: 'moved from Marketo',
    asunto: 'News for {{lead.First Name:default=you}}',
    html: inBlocks('en', {
      greeting: 'Hello {{lead.First Name}},',
      body: '<p>Your account: <a href="www.tienda.example/account">open</a></p>',
    }),
    mistakes: [
      ['foreign_tag', '{{lead.First Name:default=you}}'],
      ['foreign_tag', '{{lead.First Name}}'],
      ['link_relative', 'www.tienda.example/account'],
    ],
  },
  {
    name: 'everything at once',
    asunto: 'Hola *|FNAME|*',
    html: `<p>Hola {{ Nombre }}, esta es la selección de novedades que hemos preparado este mes para todos vosotros.</p><img src="foto.png"><a href="https://">Comprar</a><a href="www.tienda.example">Tienda</a><p>${address} <a href="*|UNSUB|*">Baja</a></p>`,
    mistakes: [
      ['foreign_tag', '*|FNAME|*'],
      ['merge_tag_unknown', '{{ Nombre }}'],
      ['image_not_shown', 'foto.png'],
      ['image_without_alt'],
      ['link_empty', 'https://'],
      ['link_relative', 'www.tienda.example'],
      ['foreign_tag', '*|UNSUB|*'],
    ],
  },
]
