import { expect, test } from 'vitest'
import { key } from './entity.ts'

test('a key is composed of the attributes in its template, in their order and case', () => {
  expect(key('sk', '${listedAt}#${id}')).toEqual({
    field: 'sk',
    composite: ['listedAt', 'id'],
    template: '${listedAt}#${id}',
    casing: 'none',
  })
  expect(key('sk', 'number').composite).toEqual([])
})
