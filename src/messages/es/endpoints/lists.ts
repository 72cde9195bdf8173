import type { lists as english } from '../../en/endpoints/lists.ts'

export const lists: typeof english = {
  verbs: {
    list: {
      summary: 'Listar las listas de contactos',
    },
    create: {
      summary: 'Crear una lista',
    },
    get: {
      summary: 'Ver una lista',
      description: 'Con sus contactos por estado y cómo ha crecido.',
    },
    update: {
      summary: 'Cambiar una lista',
    },
    delete: {
      summary: 'Borrar una lista y sus contactos',
      description: 'No se puede mientras una campaña espera para enviarse a ella.',
    },
    import: {
      summary: 'Importar contactos de un archivo',
      description: 'Sigue en segundo plano. Nunca recupera a quien se dio de baja.',
    },
    export: {
      summary: 'Exportar los contactos de una lista',
      description: 'En CSV, NDJSON o un libro de Excel, tal como una importación lo lee de vuelta.',
    },
    clean: {
      summary: 'Buscar direcciones malas en una lista',
      description:
        'Solo informa, salvo que se le diga que las dé de baja o las borre. No mira a quien se fue.',
    },
    suppressions: {
      summary: 'Listar las direcciones a las que ya no se escribe',
      description: 'Las de la lista y las de toda la cuenta.',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    name: 'El nombre.',
    description: 'Lo que leen los suscriptores sobre ella.',
    double_optin: 'Los contactos nuevos tienen que confirmar por correo.',
    from_mail: 'El remitente de sus mensajes de confirmación.',
    welcome_template_id: 'La plantilla del mensaje de bienvenida.',
    form_origins: 'Un sitio en el que está su formulario, como https://tienda.example.',
    public_by_id: 'Los formularios públicos pueden usar el número de la lista.',
    map: 'Una columna y su campo: columna=campo.',
    mode: 'Qué hacer con los contactos que ya están.',
    delimiter: 'Lo que separa las columnas.',
    encoding: 'La codificación del archivo.',
    sheet: 'La hoja del libro.',
    dry_run: 'Solo comprobar; no se guarda nada.',
    url: 'De dónde se descarga el archivo.',
    segment_id: 'Solo los contactos de este segmento.',
    status: 'Solo los contactos en este estado.',
    format: 'El tipo de archivo.',
    checks: 'Qué se busca.',
    inactive_days: 'Tras cuántos días sin abrir ni pulsar nada alguien está inactivo (180).',
    action: 'Qué hacer con lo que se encuentre.',
    type: 'Solo las que tienen este motivo.',
  },
}
