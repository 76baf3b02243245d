import { expect, test } from 'vitest'
import { providerCapabilities } from '../provider/capabilities.ts'
import { renderMarkdown } from './render-markdown.ts'

const { textStyle } = providerCapabilities
const shown = (markdown: string) => renderMarkdown(markdown, textStyle)

test.each([
  'It is on its way.',
  'Two lines.\nThe second.\n\nA paragraph.',
  '5*3*2 = 30, file_name_x, https://shop.example/a_b_c',
  '5 * 3 * 2 = 30, 2 ** 3, a ~ b ~ c, ~5 minutes',
  'See https://shop.example/a_b_c?x=1&copy=2&y=*z*.',
  'Call +49 30 123456 or write to me@shop.example.',
  '- one\n- two',
  '1. one\n2. two',
  'Version 2.0 is < 3 > 1 & good, #1 of 5 [sic] (a) {b} <name>',
  'C:\\dir\\file and __init__x',
  'snake_case_name and _private',
  '😀 ok 👍🏽',
  '+ 10 EUR',
  'A | B',
  '`code_here` stays',
  '```\na*b*\n```',
  '> quoted',
])('text without Markdown of its own stays: %j', (text) => {
  expect(shown(text)).toBe(text)
})

test.each([
  ['**bold** and __bold__', '*bold* and *bold*', 'bold and bold'],
  ['*italic* and _italic_', '_italic_ and _italic_', 'italic and italic'],
  ['***both***', '_*both*_', 'both'],
  ['**a *b* c**', '*a _b_ c*', 'a b c'],
  ['~~gone~~', '~gone~', 'gone'],
  ['**Price**: 5', '*Price*: 5', 'Price: 5'],
  ['**Preis**e', 'Preise', 'Preise'],
  ['**two\nlines**', '*two*\n*lines*', 'two\nlines'],
  ['这是**重点**内容，**「重点」**内容', '这是重点内容，「重点」内容', '这是重点内容，「重点」内容'],
  ['**Note:**text, **bold **', 'Note:text, bold', 'Note:text, bold'],
  ['`a_b`', '`a_b`', 'a_b'],
  ['```js\nlet a = 1\n```', '```\nlet a = 1\n```', 'let a = 1'],
  ['# Title\nText', '*Title*\nText', 'Title\nText'],
  ['### **Title** ###\n\nText', '*Title*\n\nText', 'Title\n\nText'],
  ['Title\n=====\nText', '*Title*\nText', 'Title\nText'],
  [
    '[our site](https://shop.example/a_b)',
    'our site (https://shop.example/a_b)',
    'our site (https://shop.example/a_b)',
  ],
  ['[**our** site](https://x.example "T")', '*our* site (https://x.example)', 'our site (https://x.example)'],
  ['[https://x.example](https://x.example/)', 'https://x.example/', 'https://x.example/'],
  ['[x.example](https://x.example)', 'https://x.example', 'https://x.example'],
  ['<https://x.example/a_b>', 'https://x.example/a_b', 'https://x.example/a_b'],
  [
    '[mail](mailto:a@x.example), [a@x.example](mailto:a@x.example)',
    'mail (a@x.example), a@x.example',
    'mail (a@x.example), a@x.example',
  ],
  ['[top](#top)', 'top', 'top'],
  ['**https://x.example/a_b**', '*https://x.example/a_b*', 'https://x.example/a_b'],
  ['[site][1]\n\n[1]: https://x.example', 'site (https://x.example)', 'site (https://x.example)'],
  ['![a cat](https://x.example/cat.png)', 'https://x.example/cat.png', 'https://x.example/cat.png'],
  ['![a cat](data:image/png;base64,AA==)', 'a cat', 'a cat'],
  ['* one\n* two\n  * three\n+ four', '- one\n- two\n  - three\n- four', '- one\n- two\n  - three\n- four'],
  ['* **Mon**: 9\n* __Sun__: closed', '- *Mon*: 9\n- *Sun*: closed', '- Mon: 9\n- Sun: closed'],
  ['1. one\n\n2. two', '1. one\n2. two', '1. one\n2. two'],
  ['3) three\n4) four', '3) three\n4) four', '3) three\n4) four'],
  ['- [x] done\n- [ ] open', '- ☑ done\n- ☐ open', '- ☑ done\n- ☐ open'],
  ['> one\n> two', '> one\n> two', 'one\ntwo'],
  ['| Day | Hours |\n|---|---|\n| Mon | 9-18 |', '*Day – Hours*\nMon – 9-18', 'Day – Hours\nMon – 9-18'],
  ['Hi\n\n---\n\nBye', 'Hi\n\nBye', 'Hi\n\nBye'],
  ['\\*not bold\\* 1\\. x', '*not bold* 1. x', '*not bold* 1. x'],
  ['Tom &amp; Jerry &lt;3 &#39;x&#39;', "Tom & Jerry <3 'x'", "Tom & Jerry <3 'x'"],
  ['a<br>b<br/>c', 'a\nb\nc', 'a\nb\nc'],
  [
    '<b>bold</b> <i>it</i> <a href="https://x.example">site</a>',
    '*bold* _it_ site (https://x.example)',
    'bold it site (https://x.example)',
  ],
  ['<p>one</p>\n<p>two</p>', 'one\n\n\ntwo', 'one\n\n\ntwo'],
])('%j becomes %j', (markdown, provider, plain) => {
  expect(shown(markdown)).toBe(provider)
  expect(renderMarkdown(markdown, undefined)).toBe(plain)
})

test('renders a whole reply', () => {
  const markdown = `# Opening hours

**Monday**: 9-18
* __Sunday__: closed

See [our site](https://shop.example/a_b_c).

| Day | Hours |
|---|---|
| Mon | 9-18 |

Must stay as it is: 5*3*2 = 30, file_name_x, https://shop.example/a_b_c`
  expect(shown(markdown)).toBe(`*Opening hours*

*Monday*: 9-18
- *Sunday*: closed

See our site (https://shop.example/a_b_c).

*Day – Hours*
Mon – 9-18

Must stay as it is: 5*3*2 = 30, file_name_x, https://shop.example/a_b_c`)
})

test('the time is bounded', () => {
  const parts = [
    '*',
    '**',
    '_',
    '~',
    '`',
    '[',
    '](',
    '![',
    '<',
    '> ',
    '- ',
    '* a\n',
    '|a|\n|-|\n',
    '<b>',
    '&',
    '\\',
    '*a ',
    '**a',
    '[a](',
    '1. ',
    '# ',
    '_a',
    'a*',
    '<!--',
    '[a',
    '``',
    '~~a',
    '> - ',
    '\n\t',
    '- \n ',
    'http://',
    'a@',
  ]
  for (const part of parts) {
    const started = performance.now()
    renderMarkdown(part.repeat(10_000 / part.length), textStyle)
    expect.soft(performance.now() - started, part).toBeLessThan(5000)
  }
})
