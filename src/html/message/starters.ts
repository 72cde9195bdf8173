import { type BlockTexts, footer, header, hero, product, social } from './blocks.ts'
import { button } from './button.ts'
import { messageDocument } from './document.ts'
import {
  columnWidth,
  divider,
  fullWidth,
  heading,
  image,
  list,
  paragraph,
  priceList,
  quote,
} from './elements.ts'
import type { StarterId } from './starter-ids.ts'
import { columns, section } from './tables.ts'
import { createTheme, type MessageBrand, type Theme } from './theme.ts'

interface Article {
  title: string
  text: string
  button: string
}

/** The texts of the starter templates in one language. */
interface StarterTexts {
  greeting: string
  newsletter: {
    title: string
    intro: string
    lead: Article
    articles: readonly Article[]
    quote: string
    author: string
  }
  announcement: {
    hero: { title: string; text: string; label: string }
    text: string
    points: readonly string[]
    close: string
  }
  products: {
    title: string
    intro: string
    names: readonly string[]
    price: string
    buy: string
    more: string
  }
  invitation: {
    title: string
    intro: string
    facts: readonly { name: string; value: string }[]
    text: string
    button: string
    decline: string
  }
  welcome: {
    hero: { title: string; text: string; label: string }
    text: string
    steps: readonly { title: string; text: string }[]
    close: string
  }
  receipt: {
    title: string
    intro: string
    order: string
    items: readonly { name: string; price: string }[]
    total: { name: string; price: string }
    button: string
    help: string
  }
  winBack: { title: string; text: string; offer: string; button: string; leave: string }
  letter: { paragraphs: readonly string[]; close: string }
}

interface Content {
  theme: Theme
  starters: StarterTexts
  blocks: BlockTexts
}

const sectionsOf: Record<StarterId, (content: Content) => string[]> = {
  newsletter: ({ theme, starters: { greeting, newsletter: texts } }) => [
    header(theme),
    section(
      [
        heading(theme, texts.title, { level: 1 }),
        paragraph(theme, greeting),
        paragraph(theme, texts.intro),
      ].join(''),
    ),
    section(article(theme, texts.lead, fullWidth(theme))),
    section(divider()),
    columns(
      texts.articles.map((each) => article(theme, each, columnWidth(theme, 2))),
      theme,
    ),
    section(quote(theme, texts.quote, texts.author)),
    social(theme),
  ],
  announcement: ({ theme, starters: { greeting, announcement: texts } }) => [
    header(theme),
    hero(theme, texts.hero),
    section(
      [
        paragraph(theme, greeting),
        paragraph(theme, texts.text),
        list(theme, texts.points),
        paragraph(theme, texts.close),
      ].join(''),
      { padding: '32px 24px 8px' },
    ),
  ],
  products: ({ theme, starters: { products: texts } }) => [
    header(theme),
    section(
      [
        heading(theme, texts.title, { level: 1, align: 'center' }),
        paragraph(theme, texts.intro, { align: 'center' }),
      ].join(''),
    ),
    ...[0, 2].map((first) =>
      columns(
        texts.names.slice(first, first + 2).map((name) =>
          product(theme, {
            name,
            price: texts.price,
            buy: texts.buy,
            width: columnWidth(theme, 2),
          }),
        ),
        theme,
      ),
    ),
    section(button(theme, { label: texts.more, align: 'center' })),
    social(theme),
  ],
  invitation: ({ theme, starters: { greeting, invitation: texts } }) => [
    header(theme),
    section(image(theme, { width: fullWidth(theme) })),
    section(
      [
        heading(theme, texts.title, { level: 1 }),
        paragraph(theme, greeting),
        paragraph(theme, texts.intro),
        ...texts.facts.map(({ name, value }) =>
          paragraph(theme, `<strong>${name}</strong><br>${value}`),
        ),
        paragraph(theme, texts.text),
        button(theme, { label: texts.button }),
        paragraph(theme, texts.decline, { isQuiet: true }),
      ].join(''),
    ),
  ],
  welcome: ({ theme, starters: { greeting, welcome: texts } }) => [
    header(theme),
    hero(theme, texts.hero),
    section([paragraph(theme, greeting), paragraph(theme, texts.text)].join(''), {
      padding: '32px 24px 0',
    }),
    columns(
      texts.steps.map(
        ({ title, text }) => heading(theme, title, { level: 3 }) + paragraph(theme, text),
      ),
      theme,
    ),
    section(paragraph(theme, texts.close)),
    social(theme),
  ],
  receipt: ({ theme, starters: { greeting, receipt: texts } }) => [
    header(theme),
    section(
      [
        heading(theme, texts.title, { level: 1 }),
        paragraph(theme, greeting),
        paragraph(theme, texts.intro),
        paragraph(theme, `<strong>${texts.order}</strong>`),
      ].join(''),
    ),
    section(priceList(theme, texts.items, texts.total)),
    section([button(theme, { label: texts.button }), paragraph(theme, texts.help)].join('')),
  ],
  'win-back': ({ theme, starters: { greeting, winBack: texts } }) => [
    header(theme),
    section(
      [
        heading(theme, texts.title, { level: 1 }),
        paragraph(theme, greeting),
        paragraph(theme, texts.text),
        paragraph(theme, `<strong>${texts.offer}</strong>`),
        button(theme, { label: texts.button }),
        paragraph(theme, texts.leave, { isQuiet: true }),
      ].join(''),
    ),
  ],
  letter: ({ theme, starters: { greeting, letter: texts } }) => [
    section(
      [greeting, ...texts.paragraphs, `${texts.close}<br>{{ sender_name }}`]
        .map((each) => paragraph(theme, each))
        .join(''),
      { padding: '32px 24px 16px' },
    ),
  ],
}

const article = (theme: Theme, { title, text, button: label }: Article, width: number): string =>
  [
    image(theme, { width }),
    heading(theme, title, { level: 2, size: 20 }),
    paragraph(theme, text),
    button(theme, { label }),
  ].join('')

interface Starter {
  id: StarterId
  language: string
  title: string
  brand: MessageBrand
  starters: StarterTexts
  blocks: BlockTexts
}

/** Returns a starter template as a whole message in the brand of an account. */
export function starterMessage({ id, language, title, brand, starters, blocks }: Starter): string {
  const theme = createTheme(brand)
  const sections = [...sectionsOf[id]({ theme, starters, blocks }), footer(theme, blocks)]
  return messageDocument({ language, title, theme, sections: sections.join('\n') })
}
