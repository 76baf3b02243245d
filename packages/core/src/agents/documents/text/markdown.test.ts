import { expect, test } from 'vitest'
import { readAs } from './testing/read.ts'

const NAMES = Array.from({ length: 200 }, (_, index) => `| Chair ${index} | ${index} EUR |`)

test.each([
  [
    'a table of HTML',
    '# Prices\n<table><tr><th>Oak<th>Pine</tr><tr><td>5 &euro;<td>7</tr></table>\n\nEnd',
    'Oak | Pine\n5 € | 7',
  ],
  ['details', '<details><summary>Refund?</summary>\n\nWithin *5* days\n\n</details>', 'Within 5 days'],
  ['entities', 'From 5&nbsp;&euro; &amp; up', 'From 5 € & up'],
  ['a line break of HTML', 'Mon 9-17<br>Tue closed', 'Mon 9-17\nTue closed'],
  ['a heading that is underlined', 'Returns\n=======\nWithin 30 days', 'Returns\nWithin 30 days'],
  ['a heading of HTML', '<h2 align="center">Returns</h2>\n\nWithin 30 days', 'Returns\nWithin 30 days'],
  ['front matter', '---\ntitle: Opening hours\nphone: "555 1234"\n---\n\nFrom 9 to 5', 'phone: "555 1234"'],
  ['a footnote', 'Two years[^1].\n\n[^1]: Not for candles.', 'Not for candles.'],
  [
    'a reference',
    'See the [terms][t].\n\n[t]: https://shop.example/terms "General terms"',
    'terms (https://shop.example/terms)',
  ],
  ['a link', 'See [terms](https://shop.example/terms?lang=en#returns).', 'https://shop.example/terms?lang=en#returns'],
  ['an address', '<https://shop.example/a?b=c>', 'https://shop.example/a?b=c'],
  ['a picture with a description', '![Map: Mill Lane 8](map.png)', 'Map: Mill Lane 8'],
  ['a list of tasks', '- [x] Wifi\n- [ ] Parking', '- [x] Wifi\n- [ ] Parking'],
  ['nested lists', '1. One\n   - Two\n2. Three', '- Two\n\n2. Three'],
  ['code', '```sh\n# comment\nnpm   start\n```', '# comment\nnpm'],
  ['code in a line', 'Write `<b>` and `a_b_c`', 'Write <b> and a_b_c'],
  ['text that only looks like HTML', 'If a<b and 5 > 3, write me@shop.example', 'If a<b and 5 > 3'],
  ['struck prices', 'Now ~~9~~ 5 EUR', '~~9~~ 5 EUR'],
  ['escaped marks', 'A\\* is not \\# one', 'A* is not # one'],
  ['a citation', '> Quoted words\n> of Anna', 'Quoted words'],
  ['definitions without a use', '[Phone]: 555-1234', '555-1234'],
  ['comments that are not shown', 'Open<!-- internal: 20% margin -->\n', 'Open'],
])('%s is read', async (_, markdown, fact) => {
  const { text, missing, problem } = await readAs('md', markdown)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
  expect(text).not.toContain('margin')
})

test('each passage of a long table has the names of its columns', async () => {
  const { text } = await readAs('md', `# Prices\n\n| Item | Price |\n|---|---|\n${NAMES.join('\n')}`)
  expect(text.match(/Item \| Price/g)?.length).toBeGreaterThan(3)
  expect(text).toContain('Chair 199 | 199 EUR')
})

test('a frame in Markdown is named', async () => {
  expect((await readAs('md', 'Prices\n\n<iframe src="prices.html"></iframe>')).missing).toContain('prices.html')
})

test('marks within thousands of marks are read as they are written', async () => {
  expect((await readAs('md', `${'> '.repeat(20_000)}Open`)).text).toContain('Open')
})
