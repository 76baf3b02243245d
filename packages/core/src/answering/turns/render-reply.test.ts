import { expect, test } from 'vitest'
import { renderReply } from './render-reply.ts'

const said = {
  text: '**Bold** [site](https://x.example)',
  choices: ['**Red**', '---'],
  files: [
    { key: 'k', mimeType: 'image/png', caption: '*a cat*' },
    { key: 'k', mimeType: 'image/png' },
  ],
}

test('text, captions and labels have the format of the channel', async () => {
  const [, plain] = said.files
  expect(await renderReply(said, { bold: '*', italic: '_' })).toEqual({
    text: '*Bold* site (https://x.example)',
    choices: ['Red', '---'],
    files: [{ key: 'k', mimeType: 'image/png', caption: '_a cat_' }, plain],
  })
  expect(await renderReply({ text: said.text, files: [] }, undefined)).toEqual({
    text: 'Bold site (https://x.example)',
    choices: [],
    files: [],
  })
})
