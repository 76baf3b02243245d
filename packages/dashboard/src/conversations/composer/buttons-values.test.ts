import { expect, test } from 'vitest'
import { type ButtonsValues, buttonsMessage, validateButtons } from './buttons-values.ts'

const reply = (text: string) => ({ key: text, type: 'quick_reply', text, url: 'unused' })
const link = (text: string, url: string) => ({ key: text, type: 'url', text, url })
const values = (...buttons: ButtonsValues['buttons']): ButtonsValues => ({ body: 'Which one?', buttons })

test('sends the URL of links only', () => {
  expect(buttonsMessage(values(reply('Yes'), link('Shop', 'https://shop.example'))).buttons).toEqual([
    { type: 'quick_reply', text: 'Yes' },
    { type: 'url', text: 'Shop', url: 'https://shop.example' },
  ])
})

test('reports errors by field', () => {
  expect(validateButtons(values(reply('Yes'), reply('No')))).toEqual({})
  expect(validateButtons({ body: '', buttons: [reply('')] })).toEqual({
    body: 'Must not be empty.',
    'buttons.0.text': 'Must not be empty.',
  })
  expect(validateButtons(values(link('Shop', 'shop')))).toHaveProperty(['buttons.0.url'])
})

test('reports errors of all buttons together', () => {
  expect(validateButtons(values(reply('Yes'), reply('Yes')))).toHaveProperty(
    'buttons',
    'Must have buttons with different texts.',
  )
})
