import * as v from 'valibot'
import { expect, expectTypeOf, test } from 'vitest'
import { endpoint, NO_BODY } from './endpoint.ts'
import { IdParams, None } from './fields.ts'

const base = { tag: 'Things', summary: 'A thing' } as const
const Thing = v.object({ name: v.string() })

test('omitted fields get their defaults, in the value and in its type', () => {
  const get = endpoint({ ...base, method: 'GET', path: '/things/{id}/', response: Thing })
  expect(get).toMatchObject({ access: 'read', status: 200, errors: [] })
  expect([get.params, get.query, get.body]).toEqual([IdParams, None, NO_BODY])
  expectTypeOf(get.access).toEqualTypeOf<'read'>()
  expectTypeOf(get.status).toEqualTypeOf<200>()
  expectTypeOf<v.InferOutput<typeof get.params>>().toEqualTypeOf<{ id: string }>()
  expectTypeOf<v.InferOutput<typeof get.body>>().toEqualTypeOf<undefined>()
})

test('an operation that is not a GET requires write access, and its status without a response is 204', () => {
  const remove = endpoint({ ...base, method: 'DELETE', path: '/things/' })
  expect([remove.access, remove.status, remove.params, remove.response]).toEqual(['write', 204, None, NO_BODY])
  expectTypeOf(remove.status).toEqualTypeOf<204>()
})

test('declared fields override the defaults', () => {
  const declared = { access: 'public', params: v.object({ token: v.string() }), status: 302, errors: [404] } as const
  const get = endpoint({ ...base, method: 'GET', path: '/{id}/', ...declared })
  expect(get).toMatchObject(declared)
  expectTypeOf(get.status).toEqualTypeOf<302>()
})
