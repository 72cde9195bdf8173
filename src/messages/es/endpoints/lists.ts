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
      description: 'Incluye sus contactos por estado y su crecimiento.',
    },
    update: {
      summary: 'Cambiar una lista',
    },
    delete: {
      summary: 'Borrar una lista y sus contactos',
      description:
        'No es posible mientras haya una campaña programada para ella o enviándose a ella.',
    },
    import: {
      summary: 'Importar contactos de un archivo',
      description:
        'Se ejecuta en segundo plano. Conserva lo que digan las filas sobre bajas, rebotes y quejas, y nunca vuelve a dar de alta a quien se dio de baja.',
    },
    export: {
      summary: 'Exportar los contactos de una lista',
      description: 'En CSV, NDJSON o un libro de Excel que puedes volver a importar.',
    },
    clean: {
      summary: 'Buscar direcciones problemáticas en una lista',
      description:
        'Solo informa, salvo que elijas darlas de baja o borrarlas. No revisa los contactos dados de baja.',
    },
    suppressions: {
      summary: 'Listar las direcciones bloqueadas',
      description: 'Incluye las supresiones de la lista y de toda la cuenta.',
    },
  },
  fields: {
    id: 'La lista, por número o nombre.',
    name: 'El nombre.',
    description: 'La descripción que ven los suscriptores.',
    double_optin: 'Los contactos nuevos deben confirmar por correo.',
    from_mail: 'El remitente de sus correos de confirmación.',
    welcome_template_id: 'La plantilla del correo de bienvenida.',
    form_origins:
      'Un sitio que incluye su formulario o llama a la API desde un script, como https://tienda.example. `*`: scripts de cualquier sitio, si la cuenta lo permite.',
    public: 'El centro de preferencias la ofrece a los contactos de tus otras listas.',
    public_by_id: 'Los formularios públicos pueden usar el ID de la lista en vez de su ID público.',
    map: 'Una columna y el campo que le corresponde: columna=campo. El campo - deja fuera la columna.',
    mode: 'Qué hacer con los contactos que ya existen.',
    delimiter: 'El separador de columnas.',
    encoding: 'La codificación del archivo.',
    sheet: 'La hoja del libro.',
    tag: 'Una etiqueta para todos los contactos.',
    dry_run: 'Solo comprobar el archivo. No se guarda nada.',
    url: 'La URL desde la que se descarga el archivo.',
    segment_id: 'Solo los contactos de este segmento.',
    status: 'Solo los contactos con este estado.',
    format: 'El formato del archivo.',
    checks: 'Las comprobaciones que se hacen.',
    inactive_days:
      'Los días sin aperturas ni clics tras los que un contacto se considera inactivo (180).',
    action: 'Qué hacer con las direcciones encontradas.',
    type: 'Solo las supresiones con este motivo.',
  },
}
