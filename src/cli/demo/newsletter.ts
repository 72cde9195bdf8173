/** A small newsletter: merge tags with a fallback, links, an image with alternative text. */
export const html = `<!doctype html>
<html lang="es">
<body style="font-family: sans-serif; color: #222">
  <h1>Hola, {{ nombre | default: "amigo" }}</h1>
  <p>Ya está aquí la primavera, también en {{ ciudad | default: "tu ciudad" }}.</p>
  <p><a href="https://shop.example/primavera?ref=mail&amp;c=1">Ver la colección</a></p>
  <p><a href="https://shop.example/ofertas">Las ofertas de la semana</a></p>
  <p><img src="https://shop.example/flor.png" alt="Una flor amarilla" width="320"></p>
  <p><small><a href="{{ unsubscribe_url }}">Darme de baja</a></small></p>
</body>
</html>
`
