import { expect, test } from 'vitest'
import { readAs } from '../testing/read.ts'

const LONG = `<p>${'We repair shoes and bags. '.repeat(20)}</p>`

test.each([
  [
    'text of a style sheet',
    '<style>.new::after{content:" New this week"}</style><p class="new">Oak',
    'Oak New this week',
  ],
  [
    'text of a style sheet before the text',
    `<style>@media screen { ul.prices > li:before { content: "Price: " "from " } }</style><ul class="prices"><li>5 EUR</ul>`,
    'Price: from 5 EUR',
  ],
  [
    'names of columns that a style sheet takes from attributes',
    '<style>td::before{content:attr(data-label) ": "}</style><table><tr><td data-label="Size">M<td data-label="Price">20</table>',
    'Size: M | Price: 20',
  ],
  [
    'escaped letters of a style sheet',
    '<style>#a:after{content:"\\47r\\F6\\DF e \\"L\\""}</style><b id=a>5',
    '5Größe "L"',
  ],
  [
    'the text of a frameset',
    '<frameset cols="20%,80%"><noframes><p>Open from 9</p></noframes></frameset>',
    'Open from 9',
  ],
  ['a shadow root', '<x-card><template shadowrootmode="open"><p>Two years</p></template></x-card>', 'Two years'],
  ['closed details', '<details><summary>Refund?</summary>In 5 days</details>', 'In 5 days'],
  ['a closed dialogue', '<dialog>Deposit of 50 EUR</dialog>', 'Deposit of 50 EUR'],
  ['a page for browsers without scripts', '<noscript><p>Open on Mondays</p></noscript>', 'Open on Mondays'],
  [
    'the name of a picture',
    '<p>Rating: <span role="img" aria-label="4.5 of 5 stars"></span></p>',
    'Rating: 4.5 of 5 stars',
  ],
  [
    'the name of an icon that is a drawing',
    '<p>Soup <svg role="img" aria-label="Vegan"><path d="M0 0"/></svg>',
    'Soup Vegan',
  ],
  ['the title of a drawing', '<p>Soup <svg><title>Gluten free</title><path d="M0 0"/></svg>', 'Soup Gluten free'],
  ['the title of an icon', '<td>Soup <i class="icon" title="Contains nuts"></i>', 'Soup Contains nuts'],
  ['a picture that only has a title', '<p>Soup <img src="a.png" title="Contains milk">', 'Soup Contains milk'],
  ['the long form of an abbreviation', '<p>Pay within <abbr title="business days">BD</abbr>', 'BD (business days)'],
  ['an empty meter', '<p>Noise <meter value="3" max="5"></meter>', 'Noise 3 of 5'],
  ['choices', '<select><option>Oak<option selected>Pine</select>', 'Pine'],
  ['text of a form', '<textarea>Ring twice\nat 12</textarea><input value="Room 7">', 'Room 7'],
  [
    'boxes that are checked or not',
    '<p><input type=checkbox checked disabled> Wifi</p><p><input type=checkbox disabled> Parking',
    '[x] Wifi\n\n[ ] Parking',
  ],
  [
    'a table in a table',
    '<table><tr><td><table><tr><td>Oak<td>5<tr><td>Pine<td>7</table><td>Sizes</table>',
    'Pine | 7',
  ],
  ['runs of line breaks', 'Mon 9-17<br><br><br>Tue closed', 'Mon 9-17\nTue closed'],
  ['a word that may break', 'Donau<wbr>dampf<wbr>schiff', 'Donaudampfschiff'],
  ['annotated characters', '<ruby>営業<rp>(</rp><rt>えいぎょう</rt><rp>)</rp></ruby>時間', '営業 (えいぎょう)時間'],
  ['entities', '&lt;5 &euro; &amp; &#8804;7&nbsp;kg &NotEqualTilde;', '<5 € & ≤7 kg'],
  ['verbatim text of old pages', '<xmp>Sizes: <b>S</b> to XL</xmp><p>Next', 'XL'],
  ['a fraction of a formula', '<p>Use <math><mfrac><mn>3</mn><mn>4</mn></mfrac><mi>l</mi></math>', '3/4'],
  [
    'what a linked style sheet shows of an attribute',
    '<link rel="stylesheet" href="a.css"><p>Chair <span class="price" data-price="49 €"></span>',
    'Chair 49 €',
  ],
  [
    'several attributes of an element without text',
    '<link href="a.css" rel="preload stylesheet"><li>Oak <b data-amount="49" data-unit="EUR" data-id="x9"></b>',
    'Oak 49 EUR',
  ],
  ['an item with its own number', '<ol><li value="7">Ring<li>Enter</ol>', '7. Ring\n8. Enter'],
  ['text after the end of the page', '<body>One</body></html><p>Two', 'Two'],
  ['the text of an object', '<object data="a.swf"><p>Phone 555</p></object>', 'Phone 555'],
])('%s is read', async (_, html, fact) => {
  const { text, missing, problem } = await readAs('html', html)
  expect({ text, missing, problem }).toEqual({ text: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  ['a frame', '<frameset><frame src="prices.html"><noframes>Shop</noframes></frameset>', 'prices.html'],
  ['a page of the site', `${LONG}<iframe src="/prices/today.html"></iframe>`, '/prices/today.html'],
  ['a page of another site', `${LONG}<iframe src="https://docs.example/list"></iframe>`, 'https://docs.example/list'],
  ['a file that is shown', `${LONG}<embed src="list.pdf" type="application/pdf">`, 'list.pdf'],
  ['a file in an object', `${LONG}<object data="menu.pdf" type="application/pdf"></object>`, 'menu.pdf'],
  ['pictures beside little text', '<h1>Menu</h1><img src="menu1.jpg"><img src="menu2.jpg" width=800>', '2 pictures'],
  [
    'a template',
    `${LONG}<template id=faq><p>A chair may be returned</p><p>within 45 days, free of charge.</template><script src="a.js"></script>`,
    'A chair may be returned within 45 days',
  ],
  [
    'a template of a framework in a part that is shown',
    `<div id=shop>${LONG}<template v-if="open"><b>{{ name }}</b> On holidays the shop is open from ten to two.</template></div><script>start()</script>`,
    'On holidays the shop is open from ten to two',
  ],
  [
    'a template in a script',
    `${LONG}<script type="text/x-handlebars-template"><p>Deliveries to islands cost {{fee}} and take a week longer.</p></script><script>go()</script>`,
    'Deliveries to islands cost and take a week longer',
  ],
  [
    'a template without spaces',
    `${LONG}<template>営業時間は午前九時から午後五時までです、祝日は休みます</template><script>go()</script>`,
    '営業時間',
  ],
  ['a style sheet', `<style>p:nth-child(2)::before{content:"Sold out"}</style>${LONG}<p>Oak`, 'Sold out'],
])('%s that is not read is named', async (_, html, word) => {
  const { missing, problem } = await readAs('html', html)
  expect({ missing, problem }).toEqual({ missing: expect.stringContaining(word), problem: undefined })
})

test.each([
  ['a film', `${LONG}<iframe src="https://www.youtube.com/embed/abc"></iframe>`],
  ['a map', `${LONG}<iframe src="https://www.google.com/maps/embed?pb=1"></iframe>`],
  ['a hidden frame', `${LONG}<iframe src="/sync.html" width="0" height="0"></iframe>`],
  ['a frame that is not displayed', `${LONG}<iframe src="/sync.html" style="display:none"></iframe>`],
  ['a logo', '<img src="logo.png" width="120" height="40"><p>Open from 9 to 5'],
  [
    'an icon of a style sheet',
    `<style>.i::before{content:"\\f101"} .b:after{content:"\\2022"}</style>${LONG}<i class="i"></i>`,
  ],
  [
    'a template of fields',
    `${LONG}<template><b>{{title}}</b><i>${'${price}'}</i>Loading</template><script>go()</script>`,
  ],
  [
    'a template that no script shows',
    `${LONG}<template>The shop is open on every second Sunday of the month.</template><script type="application/ld+json">{}</script>`,
  ],
  [
    'a template of styles and scripts',
    `${LONG}<template><style>.card-of-the-shop{color:var(--text-of-the-shop)}</style><script>showTheCardOfTheShopToTheVisitor()</script></template><script>go()</script>`,
  ],
  ['a button to close', `${LONG}<button aria-label="Close"></button>`],
  ['a style sheet for printers', `<style>@media print{p:after{content:"Printed page"}}</style>${LONG}`],
])('%s is not missed', async (_, html) => {
  const { text, missing } = await readAs('html', html)
  expect(missing).toBe('')
  expect(text).not.toMatch(/Close|Printed|\uf101/)
})
