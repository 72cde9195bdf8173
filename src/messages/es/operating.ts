import type { operating as en } from '../en/operating.ts'

export const operating: typeof en = {
  aboutToDelete: (name) => `Se va a borrar definitivamente «${name}».`,
  aboutToActivate: (name) =>
    `Se va a activar «${name}». A partir de entonces enviará a cada contacto que entre.`,
  aboutToCall: (call) => `Se va a llamar a ${call}.`,
  firstOfEach: (count, command) =>
    `Solo los ${count} primeros resultados de cada tipo. Para todos los contactos: ${command}`,
  permissionsOfAll: (count) =>
    `Todos los roles comparten ${count} permisos. Se diferencian en estos:`,
  sending: 'Enviando',
  waits: {
    queued: 'En cola, a la espera de su turno',
    paused: (resume) => `En pausa: sigue con \`${resume}\``,
    scheduled: (at) => `Programada${at && `: empieza ${at}`}`,
  },
  working: 'Trabajando',
  sandboxReady:
    'Tu entorno de pruebas está listo. Sus correos no salen de este equipo. Para leerlos: remite sandbox inbox',
  aboutToReset: (folder) => `Se va a borrar todo lo que hay en el entorno de pruebas: ${folder}.`,
  sandboxRunning: 'El entorno de pruebas ya está en marcha.',
  listening: (url) => `Escuchando: ${url}`,
  publishKey: ({ name, value }) =>
    `Esta clave DKIM todavía no está en el DNS. Los receptores la necesitan para verificar nuestro correo. TXT ${name}: ${value}`,
  copyingRows: 'Copiando filas',
  checkingRows: 'Comparando filas',
  databaseMoved: (file) =>
    `Todos los datos están copiados y verificados. El archivo antiguo es ahora ${file}, porque dos servicios con las mismas campañas las enviarían los dos.`,
  setMovedKey: (file) =>
    `Ahora pon en REMITE_MASTER_KEY el contenido de ${file}. Sin él, las claves de la base de datos no se pueden descifrar.`,
  startMoved: 'Después pon la base de datos nueva en REMITE_DATABASE_URL y arranca el servicio.',
  backUpKey: (file) =>
    `La copia no sirve de nada sin la clave maestra. Guarda también ${file}, en otro sitio.`,
  setNewKey:
    'Ahora pon la clave nueva en REMITE_MASTER_KEY en todos los equipos del servicio y arráncalo.',
  relayHookReady: (url) =>
    `Recibiendo rebotes del relay por POST: ${url} (no compartas esta dirección: quien la tenga puede notificar rebotes)`,
  contactCreated: (address) => `${address} no estaba en la lista, así que se ha añadido.`,
  relayHookIn: (file) =>
    `Recibiendo rebotes del relay por POST. La dirección secreta para ellos está en ${file}`,
  bounceInboxReady: (place: string) => `Recibiendo rebotes: ${place}`,
  bounceRejected: (answer: string) => `El buzón de rebotes no ha aceptado el mensaje (${answer}).`,
  following: 'Esperando eventos nuevos. Pulsa Ctrl-C para salir.',
  serverUnavailable: 'El servidor no responde. Se reintentará durante unos minutos.',
  continueWith: (command) => `Para continuar después del último evento: ${command}`,
  consentChanged: ({ complaints, bounces, erased, contacts }) =>
    `Se ha actualizado la base de datos. Ahora cuentan para todas las listas de la cuenta: quejas de spam (${complaints}), direcciones que ya no existen (${bounces}), personas borradas (${erased}). Contactos de otras listas que dejan de recibir correos: ${contacts}.`,
  connectionShortage: ({ needed, available }) =>
    `Los procesos pueden abrir ${needed} conexiones a PostgreSQL, que admite ${available}. Baja --processes o --database-connections, sube max_connections o usa un pooler.`,
  noPublicUrl:
    'Sin --public-url, los enlaces de los correos apuntan a esta máquina, y los destinatarios no podrán abrirlos.',
  unknownVariable: ({ name, near }) =>
    `${name} no es un ajuste, así que se ignora.${near === undefined ? '' : ` ¿Querías decir ${near}?`}`,
  configReadable: ({ path, mode }) =>
    `Otros usuarios de este equipo pueden leer la contraseña de ${path} (modo ${mode}). Para corregirlo: chmod 600 '${path}'`,
  adminUnreachable: ({ username, email }) =>
    `Los avisos a la cuenta ${username}, como el de una campaña que el servicio ha puesto en pausa, no llegan a nadie: su dirección es ${email}. Para cambiarla, inicia sesión como ${username}: remite users me update --email DIRECCIÓN`,
  onHold:
    'En espera: se responde a las peticiones, pero no se envía ni se procesa nada hasta que arranque sin --hold.',
  firstAccountIn: ({ username, file }) =>
    `Primera cuenta: usuario ${username}. Su contraseña está en ${file}: inicia sesión y borra el archivo.`,
  firstAccount: ({ username, pass }) =>
    `Primera cuenta: usuario ${username}, contraseña ${pass}. La contraseña no se volverá a mostrar.`,
}
