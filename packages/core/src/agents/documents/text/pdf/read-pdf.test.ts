import { describe, expect, test } from 'vitest'
import { cidFont, drawn, drawnPdf, drawnWide } from '../testing/pdf.ts'
import { readPdf } from './read-pdf.ts'

describe('text in a font that is not in the file', () => {
  test.each([
    ['simplified Chinese', '退货政策：三十天内', cidFont('STSong-Light', 'GB1', 'UniGB-UCS2-H')],
    ['traditional Chinese', '退貨政策：三十天內', cidFont('MSung-Light', 'CNS1', 'UniCNS-UCS2-H')],
    ['Japanese', '返品は三十日以内です。', cidFont('HeiseiMin-W3', 'Japan1', 'UniJIS-UCS2-H')],
    ['Japanese as UTF-16', '営業時間は九時からです', cidFont('KozMinPr6N-Regular', 'Japan1', 'UniJIS-UTF16-H')],
    ['Korean', '반품은 삼십 일 이내', cidFont('HYSMyeongJo-Medium', 'Korea1', 'UniKS-UCS2-H')],
  ])('is read: %s', async (_, text, font) => {
    const read = await readPdf(drawnPdf([drawnWide('F2', text, 50, 700)], { fonts: { F2: font } }))
    expect(read).toEqual({
      sections: [{ place: 'page 1', text }],
      unreadable: [],
      pictures: [],
      illustrated: [],
      outlined: [],
      damaged: [],
      commented: [],
      stamped: [],
      attached: [],
    })
  })

  test.each([
    ['Shift-JIS', '95d4956982cd', '返品は', cidFont('HeiseiKakuGo-W5', 'Japan1', '90ms-RKSJ-H')],
    ['Big5', 'b068b3662e', '退貨.', cidFont('MHei-Medium', 'CNS1', 'ETen-B5-H')],
    ['GBK', 'cdcbbbf52e', '退货.', cidFont('STSong-Light', 'GB1', 'GBK-EUC-H')],
    ['EUC-KR', 'b9ddc7b0', '반품', cidFont('HYGoThic-Medium', 'Korea1', 'KSCms-UHC-H')],
  ])('is read in the encoding %s', async (_, bytes, text, font) => {
    const content = `BT /F2 12 Tf 50 700 Td <${bytes}> Tj ET`
    const { sections } = await readPdf(drawnPdf([content], { fonts: { F2: font } }))
    expect(sections).toEqual([{ place: 'page 1', text }])
  })
})

describe('a page that is not read', () => {
  const unknown = cidFont('ABCDEF+Unknown', 'Identity', 'Identity-H')

  test('is named if its font does not say which characters it has', async () => {
    const pages = [
      drawn('Prices', 50, 700),
      `${drawnWide('F2', '\u0014\u0025\u0026\u0003', 50, 700)} ${drawn('Page 2 of our list', 50, 600)}`,
    ]
    expect(await readPdf(drawnPdf(pages, { fonts: { F2: unknown } }))).toEqual({
      sections: [
        { place: 'page 1', text: 'Prices' },
        { place: 'page 2', text: 'Page 2 of our list' },
      ],
      unreadable: [2],
      pictures: [],
      illustrated: [],
      outlined: [],
      damaged: [],
      commented: [],
      stamped: [],
      attached: [],
    })
  })

  test('is named if it is a picture', async () => {
    const scan = 'q 600 0 0 800 0 0 cm /Im1 Do Q'
    const pages = [scan, drawn('Prices of our shop in May', 50, 700), '', `${scan} ${drawn('4', 300, 20)}`]
    expect(await readPdf(drawnPdf(pages))).toMatchObject({ unreadable: [], pictures: [1, 4] })
  })
})

test('a scan with a printed line is named, unless its text was recognized', async () => {
  const scan = 'q 3 0 0 4 0 0 cm 180 0 0 180 0 0 cm /Im1 Do Q'
  const pages = [
    `${scan} ${drawn('Page 1 of 3, printed by the scanner', 50, 20)}`,
    `${scan} BT 3 Tr /F1 12 Tf 50 700 Td (The recognized text of the page) Tj ET`,
    `q 100 0 0 100 50 650 cm /Im1 Do Q ${drawn('A page with a small picture', 50, 20)}`,
  ]
  expect(await readPdf(drawnPdf(pages))).toMatchObject({ pictures: [1] })
})

describe('what is not in the text of the page is read', () => {
  const annotated = (annotations: string) =>
    readPdf(drawnPdf([drawn('Name of the customer:', 50, 700)], { annotations: [annotations] }))

  test.each([
    ['a field', '/Subtype/Widget/FT/Tx/T(a)/V(Anna Berg)/Rect[200 695 400 712]', 'Name of the customer: | Anna Berg'],
    ['a choice', '/Subtype/Widget/FT/Ch/T(a)/Opt[(Oak)(Pine)]/V(Oak)/Rect[200 695 400 712]', 'customer: | Oak'],
    ['a box that is checked', '/Subtype/Widget/FT/Btn/T(a)/V/Yes/AS/Yes/Rect[200 695 210 712]', 'customer: | [x]'],
    ['a note', '/Subtype/FreeText/Contents(Call before noon)/Rect[50 600 200 620]', 'Call before noon'],
    ['a note of lines', '/Subtype/Text/Contents(One\\nTwo)/Rect[50 600 70 620]', 'One\nTwo'],
  ])('%s', async (_, annotation, text) => {
    const { sections } = await annotated(annotation)
    expect(sections[0]?.text).toContain(text)
  })

  test.each([
    ['a hidden field', '/Subtype/Widget/F 2/FT/Tx/T(a)/V(Anna)/Rect[200 695 400 712]'],
    ['a box that is not checked', '/Subtype/Widget/FT/Btn/T(a)/V/Off/AS/Off/Rect[200 695 210 712]'],
    ['a link', '/Subtype/Link/Contents(Anna)/Rect[200 695 400 712]'],
  ])('except %s', async (_, annotation) => {
    expect((await annotated(annotation)).sections[0]?.text).toBe('Name of the customer:')
  })
})

test('text that is turned is read line by line', async () => {
  const turned = (text: string, x: number) => `BT /F1 12 Tf 0 1 -1 0 ${x} 50 Tm (${text}) Tj ET`
  const content = [drawn('Upright title of the page, which is the longest text', 50, 750)]
  content.push(turned('First turned line', 300), turned('Second turned line', 315))
  const { sections } = await readPdf(drawnPdf([content.join(' ')]))
  expect(sections[0]?.text).toBe(
    'Upright title of the page, which is the longest text\n\nFirst turned line\nSecond turned line',
  )
})

test('letters that are set apart are a word, and an exponent is in its line', async () => {
  const content = [
    'BT /F1 12 Tf 4 Tc 50 700 Td (Opening hours) Tj 0 Tc ET',
    drawn('Area 25 m', 50, 650),
    'BT /F1 7 Tf 104 655 Td (2) Tj ET',
  ]
  const { sections } = await readPdf(drawnPdf([content.join(' ')]))
  expect(sections[0]?.text).toMatch(/^Opening hours\n\nArea 25 m ?2$/)
})

describe('the order of a page', () => {
  const left = [
    'Our shop repairs bicycles of',
    'all makes. Bring yours in the',
    'morning, and fetch it in the',
    'evening. We call you before',
    'we order expensive parts.',
  ]
  const right = [
    'Children of members learn to',
    'ride on Saturdays at ten. The',
    'course takes three mornings',
    'and costs nothing. Helmets',
    'are lent by the shop.',
  ]

  test('is one column after the other, whatever the order of the file', async () => {
    const lines = left.map(
      (text, index) => `${drawn(text, 50, 600 - 14 * index)} ${drawn(right[index] ?? '', 320, 600 - 14 * index)}`,
    )
    const title = drawn('News of the workshop and the school for everyone', 150, 640)
    const { sections } = await readPdf(drawnPdf([[...lines, title].join(' ')]))
    expect(sections[0]?.text).toBe(
      ['News of the workshop and the school for everyone', '', ...left, '', ...right].join('\n'),
    )
  })

  test('is row by row in a table that was written by columns', async () => {
    const columns = [
      ['Tyre', '26 inch', '28 inch', '29 inch', '20 inch'],
      ['Price', '29.00', '31.00', '35.00', '25.00'],
      ['Stock', '4', '12', '0', '7'],
    ]
    const content = columns.flatMap((cells, column) =>
      cells.map((text, row) => drawn(text, 50 + 150 * column, 700 - 20 * row)),
    )
    const { sections } = await readPdf(drawnPdf([content.join(' ')]))
    expect(sections[0]?.text).toBe(
      'Tyre | Price | Stock\n26 inch | 29.00 | 4\n28 inch | 31.00 | 12\n29 inch | 35.00 | 0\n20 inch | 25.00 | 7',
    )
  })
})

describe('a page whose text may not be complete', () => {
  const line = (y: number) => drawn('This line of the page has about fifty letters of text.', 50, y)
  const some = [700, 680, 660, 640].map(line).join(' ')
  const much = Array.from({ length: 30 }, (_, index) => line(780 - 14 * index)).join(' ')
  const picture = 'q 500 0 0 420 50 100 cm /Im1 Do Q'

  test('is named for a large picture beside little text', async () => {
    const pages = [`${picture} ${some}`, `${picture} ${much}`, `q 100 0 0 100 50 100 cm /Im1 Do Q ${some}`, some]
    expect(await readPdf(drawnPdf(pages))).toMatchObject({ pictures: [], illustrated: [1], outlined: [] })
  })

  /** Draws letters as shapes. Those with a hole are two. */
  const letters = (widths: readonly number[], y: number) => {
    let x = 60
    return widths
      .map((width) => {
        const left = x
        x += width + 3
        const hole = `${left + 2} ${y + 5} m ${left + 3} ${y + 8} ${left + 4} ${y + 8} ${left + 4} ${y + 5} c h`
        return `${left} ${y} m ${left} ${y + 20} l ${left + width} ${y + 24} ${left + width} ${y + 9} ${left + width} ${y} c h ${width > 10 ? hole : ''} f`
      })
      .join(' ')
  }
  const heading = [12, 8, 14, 5, 11, 9, 16, 12, 7, 10, 13, 6, 9, 15]

  test('is named for a heading that is drawn as shapes, also in another scale', async () => {
    const scaled = `q 2 0 0 2 -100 -720 cm ${letters(heading, 740)} Q`
    const pages = [`${letters(heading, 740)} ${much}`, much, `${scaled} ${much}`]
    expect(await readPdf(drawnPdf(pages))).toMatchObject({ outlined: [1, 3] })
  })

  test.each([
    ['a short logo', letters([12, 8, 14, 5], 760)],
    [
      'a line of equal dots',
      letters(
        Array.from({ length: 40 }, () => 4),
        760,
      ),
    ],
    [
      'a table of rectangles',
      Array.from({ length: 60 }, (_, n) => `${50 + (n % 6) * 80} ${500 - n * 3} 70 20 re S`).join(' '),
    ],
    ['bars of a chart', Array.from({ length: 20 }, (_, n) => `${50 + n * 20} 100 15 ${20 + n * 7} re f`).join(' ')],
    [
      'a curve',
      `50 100 m ${Array.from({ length: 50 }, (_, n) => `${50 + n} 110 ${52 + n} 120 ${54 + n} 100 c`).join(' ')} S`,
    ],
  ])('is not named for %s', async (_, shapes) => {
    expect(await readPdf(drawnPdf([`${shapes} ${much}`]))).toMatchObject({
      pictures: [],
      illustrated: [],
      outlined: [],
    })
  })
})

test('vertical writing is read from the right column to the left one', async () => {
  const columns = 'BT /F2 20 Tf 300 700 Td <55b6696d66429593> Tj ET BT /F2 20 Tf 270 700 Td <5b9a4f11706b66dc> Tj ET'
  const fonts = { F2: cidFont('HeiseiMin-W3', 'Japan1', 'UniJIS-UCS2-V') }
  expect((await readPdf(drawnPdf([columns], { fonts }))).sections[0]?.text).toBe('営業時間\n定休火曜')
})

test('a text of symbols alone is not taken for text', async () => {
  const descriptor =
    '<</Type/FontDescriptor/FontName/ABCDEF+Foo/Flags 4/FontBBox[0 0 1 1]/ItalicAngle 0/Ascent 1/Descent 0/CapHeight 1/StemV 80>>'
  const F2 = `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Foo/FirstChar 33/LastChar 39/Widths[500 500 500 500 500 500 500]/FontDescriptor${descriptor}>>`
  const pages = [`BT /F2 12 Tf 50 700 Td (!"#$%&'!"#$%&'!"#$) Tj ET`, drawn('.......... 5 .......... 7', 50, 700)]
  expect(await readPdf(drawnPdf(pages, { fonts: { F2 } }))).toMatchObject({ unreadable: [1], sections: { length: 1 } })
})
