import { expect, test } from 'vitest'
import { cidFont, drawn, drawnPdf, drawnWide } from '../testing/pdf.ts'
import { readAs } from '../testing/read.ts'

const page = drawn('Prices of our shop in May', 50, 700)
const file = (annotation: string) => drawnPdf([page], { annotations: [annotation] })
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

test.each([
  [
    'choices of a field',
    file('/Subtype/Widget/FT/Ch/Ff 131072/T(a)/Opt[(Oak)[(p)(Pine)](Elm)]/Rect[200 695 400 712]'),
    'Oak, Pine, Elm',
  ],
  [
    'vertical writing',
    drawnPdf([drawnWide('F2', '営業時間は九時', 300, 700)], {
      fonts: { F2: cidFont('HeiseiMin-W3', 'Japan1', 'UniJIS-UCS2-V') },
    }),
    '営業時間は九時',
  ],
  [
    'Japanese by its numbers',
    drawnPdf([`BT /F2 12 Tf 50 700 Td <034a034b034c> Tj ET ${page}`], {
      fonts: { F2: cidFont('KozMinPr6N', 'Japan1', 'Identity-H') },
    }),
    'Prices of our shop',
  ],
  [
    'a file without its table of objects',
    Buffer.from(text(drawnPdf([page])).replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
    'Prices of our shop',
  ],
  ['a file that was cut', drawnPdf([page]).subarray(0, -20), 'Prices of our shop'],
  [
    'a page that is turned',
    Buffer.from(text(drawnPdf([page])).replace('/MediaBox', '/Rotate 90 /MediaBox'), 'latin1'),
    'Prices of our shop',
  ],
])('a PDF with %s is read', async (_, bytes, fact) => {
  const { text: read, missing, problem } = await readAs('pdf', bytes)
  expect({ read, missing, problem }).toEqual({ read: expect.stringContaining(fact), missing: '', problem: undefined })
})

test.each([
  [
    'a comment on its text',
    file('/Subtype/Highlight/Contents(Only until June)/Rect[50 695 200 712]/QuadPoints[50 712 200 712 50 695 200 695]'),
    'comments',
  ],
  ['a stamp', file('/Subtype/Stamp/Name/Draft/Rect[50 500 200 550]/AP<</N 3 0 R>>'), 'stamps'],
  [
    'a file at a note',
    file('/Subtype/FileAttachment/Rect[50 500 60 510]/FS<</Type/Filespec/F(terms.pdf)/UF(terms.pdf)>>'),
    'terms.pdf',
  ],
])('a PDF with %s says that it is not read', async (_, bytes, word) => {
  const { missing, problem } = await readAs('pdf', bytes)
  expect({ missing, problem }).toEqual({ missing: expect.stringContaining(word), problem: undefined })
})

test('a later version of a page replaces it', async () => {
  const first = text(drawnPdf([page]))
  const object = /(\d+) 0 obj\n<<\/Length \d+>>\nstream\nBT/.exec(first)?.[1] ?? ''
  const content = drawn('Prices of June', 50, 700)
  const offset = first.length + 1
  const start =
    offset + `${object} 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\n`.length
  const update = `\n${object} 0 obj\n<</Length ${content.length}>>\nstream\n${content}\nendstream\nendobj\nxref\n${object} 1\n${String(offset).padStart(10, '0')} 00000 n \ntrailer\n<</Size ${Number(object) + 1}/Root 1 0 R/Prev ${/startxref\n(\d+)/.exec(first)?.[1]}>>\nstartxref\n${start}\n%%EOF`
  expect(await readAs('pdf', Buffer.from(first + update, 'latin1'))).toEqual({
    text: 'page 1\nPrices of June',
    missing: '',
    problem: undefined,
  })
})

test('a form that the viewer lays out is read, instead of the page that asks for another viewer', async () => {
  const xfa =
    '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="f" layout="tb"><pageSet><pageArea><contentArea w="500pt" h="700pt"/><medium short="600pt" long="800pt"/></pageArea></pageSet><draw w="100pt" h="20pt"><value><text>Deposit of 50 EUR</text></value></draw></subform></template></xdp:xdp>'
  const wait = text(
    drawnPdf([drawn('Please wait... If this message is not replaced, your viewer cannot show it.', 50, 700)]),
  )
  const number = Number(/\/Size (\d+)/.exec(wait)?.[1])
  const bytes = wait
    .replace('<</Type/Catalog', `<</AcroForm<</Fields[]/XFA ${number} 0 R>>/NeedsRendering true/Type/Catalog`)
    .replace(
      /xref\n[\s\S]*/,
      `${number} 0 obj\n<</Length ${xfa.length}>>\nstream\n${xfa}\nendstream\nendobj\ntrailer\n<</Size ${number + 1}/Root 1 0 R>>\n%%EOF`,
    )
  const { text: read, problem } = await readAs('pdf', Buffer.from(bytes, 'latin1'))
  expect({ read, problem }).toEqual({ read: expect.stringContaining('Deposit of 50 EUR'), problem: undefined })
})
