import { expect, test } from 'vitest'
import { blockSections, tableSection } from './block.ts'

test('a heading without text is a text', () => {
  expect(
    blockSections([
      { kind: 'heading', level: 2, text: 'Call 0161 496 0000' },
      { kind: 'heading', level: 2, text: 'Prices' },
      { kind: 'heading', level: 3, text: 'Tyres' },
      { kind: 'text', text: '29 €' },
      { kind: 'heading', level: 2, text: 'Closed on Mondays' },
    ]),
  ).toEqual([
    { place: 'Call 0161 496 0000', text: 'Call 0161 496 0000' },
    { place: 'Prices › Tyres', text: '29 €' },
    { place: 'Closed on Mondays', text: 'Closed on Mondays' },
  ])
})

test('what a long place does not show is in the text', () => {
  const text = 'a'.repeat(150)
  const [, section] = blockSections([
    { kind: 'heading', level: 1, text },
    { kind: 'text', text: 'x' },
    { kind: 'heading', level: 2, text: `${text} end` },
    { kind: 'text', text: 'y' },
  ])
  expect(section?.place).toHaveLength(200)
  expect(section?.text).toBe(`${text} › ${text} end\n\ny`)
})

test.each([
  [
    'names first',
    [
      ['Item', 'Price'],
      ['Oak', '5'],
      ['Elm', '6'],
    ],
    'Item | Price',
  ],
  [
    'a title and a date first',
    [
      ['Prices 2026', '', ''],
      ['Valid from', '1 May', ''],
      ['Item', 'Colour', 'Price'],
      ['Oak', 'red', '5'],
      ['Elm', 'red', '6'],
    ],
    'Item | Colour | Price',
  ],
  [
    'names in two rows',
    [
      ['Cut', 'Price', ''],
      ['', 'short', 'long'],
      ['Men', '20', '25'],
      ['Women', '30', '35'],
    ],
    'Cut | Price\n | short | long',
  ],
  [
    'years as names',
    [
      ['Region', '2025', '2026'],
      ['North', '512', '530'],
      ['South', '99', '80'],
    ],
    'Region | 2025 | 2026',
  ],
  [
    'no names',
    [
      ['Oak', '5.00'],
      ['Elm', '6.00'],
      ['Ash', '7.00'],
    ],
    undefined,
  ],
  [
    'a blank row first',
    [
      ['', ''],
      ['Item', 'Price'],
      ['Oak', '5'],
    ],
    'Item | Price',
  ],
  [
    'names and no numbers',
    [
      ['Name', 'Town'],
      ['Ann', 'Leeds'],
      ['Bo', 'York'],
    ],
    'Name | Town',
  ],
])('the columns are named in a table with %s', (_, rows, header) => {
  expect(tableSection({ kind: 'table', rows }).header).toBe(header)
})
