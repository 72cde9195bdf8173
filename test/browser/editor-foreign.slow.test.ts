import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserMissing } from '../support/browser/browser.ts'
import { canvasOf, saveIn, startEditorSuite } from '../support/browser/editor-page.ts'

type Suite = Awaited<ReturnType<typeof startEditorSuite>>

/** A message of another tool: without end tags that HTML allows to leave out, and with old attributes. */
const foreign =
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html lang=es><head><title>Oto&ntilde;o</title></head>
<BODY bgcolor=#ffffff onload="x()">
<CENTER><table WIDTH=600 align='center' cellpadding=0 style='padding: 0 ; MSO-table-lspace:0pt; color: #333; color: rgb(51,51,51)'>
<!--[if mso]><tr><td>&nbsp;</td></tr><![endif]-->
<tr><td class="a  b" style="mso-line-height-rule: exactly" nowrap>&iexcl;Hola&nbsp;{{ nombre | default: "amiga &amp; amigo" }} &amp; adi&oacute;s a todos los dem&aacute;s!
<tr><TD valign=top><p>Uno<p>Dos<br/><a href=https://tienda.example/?a=1&b=2>Ver</a>
<tr><td><IMG alt=antes src='https://tienda.example/a.png?x=1&y=2' BORDER=0>
{% if ciudad == "Lugo" %}<tr><td>Solo Lugo{% endif %}
<tr><td>&copy; 2026 <a href="{{ unsubscribe_url }}">Baja</a>
</table></CENTER>
</BODY></html>
`.replaceAll('\n', '\r\n')

describe.skipIf(browserMissing)('a message of another tool in the visual editor', () => {
  let suite: Suite
  beforeAll(async () => {
    suite = await startEditorSuite()
  })
  afterAll(() => suite.close())
  afterEach(() => suite.stopEditors())

  test('an edit changes only the bytes at its place', async () => {
    const id = await suite.draftOf({ html: foreign })
    const { page } = await suite.openEditor(id)
    const text = canvasOf(page).getByText('adiós a todos')
    await text.dblclick()
    await canvasOf(page).locator('[contenteditable=true]').waitFor()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type('Eh, ')
    await saveIn(page)
    const withText = foreign.replace('&iexcl;', '&iexcl;Eh, ')
    expect(await suite.savedHtml(id)).toBe(withText)

    await canvasOf(page).locator('img').click()
    const alt = page.locator('#properties').getByLabel('Alternative text')
    await alt.fill('Después')
    await alt.press('Tab')
    await saveIn(page)
    const withAlt = withText.replace('alt=antes', 'alt="Después"')
    expect(await suite.savedHtml(id)).toBe(withAlt)

    await page.getByRole('button', { name: 'Divider', exact: true }).click()
    await saveIn(page)
    const saved = await suite.savedHtml(id)
    const [start = '', end = ''] = saved.split(
      /<tr><td[^>]*><table[^>]*rm-section.*rm-rule.*<\/tr>/s,
    )
    expect(start.length).toBeGreaterThan(withAlt.indexOf('<IMG'))
    expect(withAlt.startsWith(start.replace(/<\/td><\/tr>$/, ''))).toBe(true)
    expect(withAlt.endsWith(end.replace(/^<\/td><\/tr>/, ''))).toBe(true)

    await page.getByRole('button', { name: 'Undo' }).click()
    await saveIn(page)
    expect(await suite.savedHtml(id)).toBe(withAlt)
  })
})
