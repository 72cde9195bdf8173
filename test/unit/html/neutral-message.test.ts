import { expect, test } from 'vitest'
import { neutralMessage } from '../../../src/html/neutral-message.ts'

const neutral = (source: string) => neutralMessage(source, { onLink: () => '', loadsImages: false })

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1) alt="">',
  '<svg><script>alert(1)</script><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<style><\\/style><img src=x onerror=alert(1)></style>',
  '<style>a{background:u\\72l(//evil.example/a)}@import "//evil.example/b";</style>',
  '<p style="background:url(//evil.example/a);color:red">x</p>',
  '<p style="background:image-set(\'https://evil.example/a\' 1x)">x</p>',
  '</template></div><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<table background="https://evil.example/a"><tr><td>x</td></tr></table>',
])('%s does nothing in another page', (source) => {
  expect(neutral(source)).not.toMatch(
    /<(?!\/?(?:a|p|div|span|style|table|tbody|tr|td)\b)|<[^>]*\s(?:on\w+|href|src|background)\s*=|javascript:|url\(|image-set\(|@import|\/\//i,
  )
})

test('text and looks stay', () => {
  expect(
    neutral('<body class="x"><p style="color:red" align=center>1 &lt; 2 &amp; 3</p></body>'),
  ).toBe(
    '<div class="x remite-body"><p style="color:red" align="center">1 &lt; 2 &amp; 3</p></div>',
  )
})
