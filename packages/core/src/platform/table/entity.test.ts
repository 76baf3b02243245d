import { expect, test } from 'vitest'
import { key } from './entity.ts'

test('composes a key of the attributes in its template, in their order and case', () => {
  expect(key('sk', '${listedAt}#${id}')).toEqual({
    field: 'sk',
    composite: ['listedAt', 'id'],
    template: '${listedAt}#${id}',
    casing: 'none',
  })
  expect(key('sk', 'number').composite).toEqual([])
})
