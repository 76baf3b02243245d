import { expect, test } from 'vitest'
import { contentOf, sourceOf } from './content.ts'

const components = [{ type: 'BODY', text: 'Hello.' }]

test('shows stored components as a form and as JSON', () => {
  const { form, text, components: read } = contentOf(sourceOf(components), 'POSITIONAL')
  expect(form?.body).toBe('Hello.')
  expect(JSON.parse(text)).toEqual(components)
  expect(read).toEqual(components)
})

test('builds the JSON from the form', () => {
  const { form } = contentOf(sourceOf(components), 'POSITIONAL')
  if (!form) throw new Error('no form')
  const changed = contentOf({ kind: 'form', form: { ...form, footer: 'Bye.' } }, 'POSITIONAL')
  expect(JSON.parse(changed.text)).toEqual([...components, { type: 'FOOTER', text: 'Bye.' }])
})

test.each(['', '[', '{"a"}'])('%o has no components', (text) => {
  expect(contentOf({ kind: 'json', text }, 'POSITIONAL')).toEqual({ components: undefined, form: undefined, text })
})
