import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PhoneNumber, Uuid } from '../fields.ts'
import { forBrowsers } from './fields.ts'

/** A customer: a phone number, or `user:` and the provider's id of a customer without a known number. */
export const CustomerKey = v.union(
  [v.pipe(v.string(), v.regex(/^user:.{1,128}$/)), PhoneNumber],
  'must be a phone number in E.164 format, for example 447700900123, or user: and a user id',
)

const params = v.object({ customer: CustomerKey })
const path = '/dashboard-api/v1/customers/{customer}/'
const common = { ...forBrowsers, params } as const

/** What is stored of a customer, before it is exported or erased. */
export const CustomerData = v.object({
  name: v.string(),
  conversations: v.array(
    v.object({
      id: Uuid,
      msgNumber: v.string(),
      isSandbox: v.boolean(),
      messages: v.pipe(v.number(), v.description('May differ slightly from the number of stored messages.')),
    }),
  ),
  memories: v.pipe(v.number(), v.description('The number of values that agents remember.')),
})
export type CustomerData = v.InferOutput<typeof CustomerData>

const next = v.pipe(v.nullable(v.string()), v.description('The cursor of the next step; null after the last one.'))
const cursor = v.optional(v.string())

const CustomerExport = v.object({
  records: v.pipe(v.array(v.looseObject({ type: v.string() })), v.description('Each is one line of the export.')),
  next,
})
export type CustomerExport = v.InferOutput<typeof CustomerExport>

const CustomerErasure = v.object({
  erased: v.pipe(v.record(v.string(), v.number()), v.description('The number of erased records by type.')),
  waitSeconds: v.pipe(v.number(), v.description('Send the next step after this time: an agent may be replying.')),
  next,
})
export type CustomerErasure = v.InferOutput<typeof CustomerErasure>

export const getCustomer = endpoint({
  ...common,
  method: 'GET',
  path,
  response: CustomerData,
})

export const exportCustomer = endpoint({
  ...common,
  method: 'GET',
  path: `${path}export/`,
  query: v.object({ cursor }),
  response: CustomerExport,
  audit: { action: 'export', object: 'customer' },
})

export const eraseCustomer = endpoint({
  ...common,
  method: 'POST',
  path: `${path}erase/`,
  role: 'admin',
  body: v.object({ cursor }),
  response: CustomerErasure,
  // The log does not name the customer, because it outlives the erased data.
  audit: { action: 'erase', object: 'customer' },
})
