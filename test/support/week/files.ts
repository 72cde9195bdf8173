import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const cities = ['Málaga', 'Lugo', 'Soria', 'Málaga']
const names = ['Lucía', 'José', 'Begoña', 'Íñigo', 'Nuria', 'Andrés', 'Zoë', 'Joaquín']

/** A list as a Spanish Excel saves it. Some rows are wrong, as they are in such files. */
export function writeContacts(path: string): void {
  const good = Array.from({ length: 60 }, (_, row) => {
    const name = names[row % names.length]
    const day = String((row % 28) + 1).padStart(2, '0')
    return `${name};cliente.${row + 1}@correo.example;${cities[row % cities.length]};${day}/02/2026`
  })
  const bad = [
    'Marta;marta.correo.example;Lugo;01/02/2026',
    'Sin correo;;Málaga;01/02/2026',
    'José;jose.b@correo.example;Soria;31/02/2026',
  ]
  good.splice(7, 0, ...bad)
  write(path, ['Nombre;Correo electrónico;Ciudad;Alta', ...good].join('\r\n'))
}

/** A newsletter. A link without https is a fault, and so is a merge tag that no list has. */
export const writeNewsletter = (path: string, { hasUnknownTag = true } = {}): void =>
  write(
    path,
    `<!doctype html><html lang="es"><body>
<h1>Hola, {{ nombre | default: "amiga" }}</h1>
<p>La primavera llega a {{ ciudad | default: "tu ciudad" }}: hogazas de centeno, trigo del país y nueces, recién hechas cada mañana.</p>
<p><a href="https://panaderia.example/primavera">Ver las hogazas</a> o <a href="www.panaderia.example/talleres">los talleres</a>.</p>
${hasUnknownTag ? '<p>{{ apelido }}</p>' : '<p>Panadería de Lugo, Rúa do Miño 4, Lugo</p>'}
<p><a href="{{ unsubscribe_url }}">Darme de baja</a></p>
</body></html>
`,
  )

export const writeAutomation = (path: string, list: number): void =>
  write(
    path,
    JSON.stringify({
      name: 'Bienvenida',
      trigger: { type: 'list_joined', list_id: list },
      nodes: [
        { id: 'alta', type: 'trigger' },
        { id: 'hola', type: 'send', config: message('Bienvenida a la panadería') },
        { id: 'clic', type: 'wait_event', config: { event: 'click', node: 'hola', timeout: '3d' } },
        { id: 'otra', type: 'send', config: message('¿Te lo has perdido?') },
        { id: 'fin', type: 'exit' },
      ],
      edges: [
        { from: 'alta', to: 'hola' },
        { from: 'hola', to: 'clic' },
        { from: 'clic', to: 'fin', branch: 'yes' },
        { from: 'clic', to: 'otra', branch: 'timeout' },
        { from: 'otra', to: 'fin' },
      ],
      settings: {},
    }),
  )

const message = (asunto: string) => ({
  asunto,
  from_mail: 'hola@panaderia.example',
  html: '<p>Hola, {{ nombre }}</p>',
})

export const namesIn = (folder: string) => ({
  contacts: join(folder, 'clientes.csv'),
  newsletter: join(folder, 'primavera.html'),
  automation: join(folder, 'bienvenida.json'),
  report: join(folder, 'informe.html'),
})

const write = (path: string, text: string): void => writeFileSync(path, text)
